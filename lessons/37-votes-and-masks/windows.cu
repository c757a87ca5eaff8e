// A street at eleven at night: the lanes of a warp vote, each for its own window.
//
//   lockstep run windows.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/publish.h"

constexpr unsigned kAll = 0xffffffff;  // a bit for each of the 32 lanes
constexpr int kNow = 23;               // eleven at night

// Is any window lit? Are all of them?
__global__ void any_or_all(const int* bedtime, int* out) {
  int lane = threadIdx.x;
  bool lit = bedtime[lane] > kNow;
  int any = __any_sync(kAll, lit);
  int all = __all_sync(kAll, lit);
  out[lane] = any + all;
}

// Which windows are lit, and how many?
__global__ void which(const int* bedtime, int* out) {
  int lane = threadIdx.x;
  bool lit = bedtime[lane] > kNow;
  unsigned windows = __ballot_sync(kAll, lit);
  int count = __popc(windows);
  out[lane] = count;
}

// A list of the lit windows, in their order.
__global__ void list(const int* bedtime, int* out) {
  int lane = threadIdx.x;
  bool lit = bedtime[lane] > kNow;
  unsigned windows = __ballot_sync(kAll, lit);
  unsigned before = windows & ((1u << lane) - 1);
  int place = __popc(before);
  if (lit) out[place] = lane;
}

// Two streets of unlike length: only some lanes have a house, and they name each other before they go in.
__global__ void in_a_branch(const int* bedtime, int* out, int n) {
  int t = threadIdx.x;
  bool house = t < n;
  unsigned houses = __ballot_sync(kAll, house);
  if (house) {
    bool lit = bedtime[t] > kNow;
    unsigned windows = __ballot_sync(houses, lit);
    int dark = __popc(houses) - __popc(windows);
    out[t] = dark;
  }
}

int main() {
  const int n = 50;
  std::vector<int> bedtime(n);
  for (int i = 0; i < n; ++i) bedtime[i] = 19 + (i * i + 3 * i + 1) % 7;

  int *d_bedtime = nullptr, *d_votes = nullptr, *d_count = nullptr, *d_list = nullptr, *d_dark = nullptr;
  cudaMalloc(&d_bedtime, n * sizeof(int));
  cudaMalloc(&d_votes, 32 * sizeof(int));
  cudaMalloc(&d_count, 32 * sizeof(int));
  cudaMalloc(&d_list, 32 * sizeof(int));
  cudaMalloc(&d_dark, n * sizeof(int));
  cudaMemcpy(d_bedtime, bedtime.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_bedtime, n);
  LOCKSTEP_PUBLISH(d_votes, 32);
  LOCKSTEP_PUBLISH(d_count, 32);
  LOCKSTEP_PUBLISH(d_list, 32);
  LOCKSTEP_PUBLISH(d_dark, n);

  any_or_all<<<1, 32>>>(d_bedtime, d_votes);
  which<<<1, 32>>>(d_bedtime, d_count);
  list<<<1, 32>>>(d_bedtime, d_list);
  in_a_branch<<<1, 64>>>(d_bedtime, d_dark, n);

  std::vector<int> dark(n);
  const cudaError_t error = cudaMemcpy(dark.data(), d_dark, n * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  std::printf("%d dark windows in the first street, %d in the second\n", dark[0], dark[32]);
  cudaFree(d_bedtime);
  cudaFree(d_votes);
  cudaFree(d_count);
  cudaFree(d_list);
  cudaFree(d_dark);
}
