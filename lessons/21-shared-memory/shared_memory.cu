// The sum of each cell and its neighbours in the row, twice:
// every thread fetches its neighbours itself, or the block shares.
//
//   lockstep run shared_memory.cu [-- ROWS]    ROWS rows of 8 cells

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kColumns = 8;  // cells of a row, and threads of a block

__global__ void sum_alone(const int* in, int* out) {
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  int sum = in[i];
  if (t > 0) sum += in[i - 1];
  if (t < kColumns - 1) sum += in[i + 1];
  out[i] = sum;
}

__global__ void sum_shared(const int* in, int* out) {
  __shared__ int row[kColumns];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  row[t] = in[i];
  __syncthreads();
  int sum = row[t];
  if (t > 0) sum += row[t - 1];
  if (t < kColumns - 1) sum += row[t + 1];
  out[i] = sum;
}

int main(int argc, char** argv) {
  const int rows = argc > 1 ? std::atoi(argv[1]) : 4;
  const int n = rows * kColumns;
  const std::vector<int> in = lockstep::RandomInput<int>(n, 0, 99);
  const std::size_t bytes = n * sizeof(int);

  int *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_in, in.data(), bytes, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, rows, kColumns);
  LOCKSTEP_PUBLISH(d_out, rows, kColumns);

  sum_alone<<<rows, kColumns>>>(d_in, d_out);
  sum_shared<<<rows, kColumns>>>(d_in, d_out);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_out);
}
