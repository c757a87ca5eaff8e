// Books on a shelf: where does each of them end? A running sum, by one lane and by all.
//
//   lockstep run shelf.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/publish.h"

constexpr unsigned kAll = 0xffffffff;  // a bit for each of the 32 lanes

// One lane walks along the shelf.
__global__ void by_one(const int* widths, int* out) {
  int lane = threadIdx.x;
  if (lane == 0) {
    int end = 0;
    for (int k = 0; k < 32; ++k) {
      end += widths[k];
      out[k] = end;
    }
  }
}

// All lanes, in five rounds.
__global__ void scan(const int* widths, int* out) {
  int lane = threadIdx.x;
  int end = widths[lane];
  for (int step = 1; step < 32; step *= 2) {
    int heard = __shfl_up_sync(kAll, end, step);
    if (lane >= step) end += heard;
  }
  out[lane] = end;
}

// The same without the question: wrong.
__global__ void without_question(const int* widths, int* out) {
  int lane = threadIdx.x;
  int end = widths[lane];
  for (int step = 1; step < 32; step *= 2) {
    int heard = __shfl_up_sync(kAll, end, step);
    end += heard;
  }
  out[lane] = end;
}

// Where does each book begin?
__global__ void begins(const int* widths, int* out) {
  int lane = threadIdx.x;
  int end = widths[lane];
  for (int step = 1; step < 32; step *= 2) {
    int heard = __shfl_up_sync(kAll, end, step);
    if (lane >= step) end += heard;
  }
  int begin = __shfl_up_sync(kAll, end, 1);
  if (lane == 0) begin = 0;
  out[lane] = begin;
}

// A shelf with more than 32 books.
__global__ void long_shelf(const int* widths, int* out, int n) {
  int lane = threadIdx.x;
  int before = 0;
  for (int first = 0; first < n; first += 32) {
    int book = first + lane;
    int end = book < n ? widths[book] : 0;
    for (int step = 1; step < 32; step *= 2) {
      int heard = __shfl_up_sync(kAll, end, step);
      if (lane >= step) end += heard;
    }
    if (book < n) out[book] = before + end;
    before += __shfl_sync(kAll, end, 31);
  }
}

int main() {
  const int n = 50;
  std::vector<int> widths(n);  // centimetres
  for (int i = 0; i < n; ++i) widths[i] = 1 + (5 * i + 2) % 7;

  int *d_widths = nullptr, *d_by_one = nullptr, *d_ends = nullptr, *d_wrong = nullptr, *d_begins = nullptr,
      *d_long = nullptr;
  cudaMalloc(&d_widths, n * sizeof(int));
  cudaMalloc(&d_by_one, 32 * sizeof(int));
  cudaMalloc(&d_ends, 32 * sizeof(int));
  cudaMalloc(&d_wrong, 32 * sizeof(int));
  cudaMalloc(&d_begins, 32 * sizeof(int));
  cudaMalloc(&d_long, n * sizeof(int));
  cudaMemcpy(d_widths, widths.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_widths, n);
  LOCKSTEP_PUBLISH(d_by_one, 32);
  LOCKSTEP_PUBLISH(d_ends, 32);
  LOCKSTEP_PUBLISH(d_wrong, 32);
  LOCKSTEP_PUBLISH(d_begins, 32);
  LOCKSTEP_PUBLISH(d_long, n);

  by_one<<<1, 32>>>(d_widths, d_by_one);
  scan<<<1, 32>>>(d_widths, d_ends);
  without_question<<<1, 32>>>(d_widths, d_wrong);
  begins<<<1, 32>>>(d_widths, d_begins);
  long_shelf<<<1, 32>>>(d_widths, d_long, n);

  std::vector<int> ends(n);
  const cudaError_t error = cudaMemcpy(ends.data(), d_long, n * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  std::printf("%d books take %d centimetres\n", n, ends[n - 1]);
  cudaFree(d_widths);
  cudaFree(d_by_one);
  cudaFree(d_ends);
  cudaFree(d_wrong);
  cudaFree(d_begins);
  cudaFree(d_long);
}
