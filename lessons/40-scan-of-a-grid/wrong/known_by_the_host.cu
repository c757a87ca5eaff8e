// Lesson 40, a wrong attempt: the host adds up what comes before each block.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 128;

// The running sum of a block: each thread gets its own and all before it in the block. All threads come.
__device__ int scan_of_block(int mine) {
  __shared__ int warps[kThreads / 32];
  int lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32;
  for (int step = 1; step < 32; step *= 2) {
    int heard = __shfl_up_sync(0xffffffff, mine, step);
    if (lane >= step) mine += heard;
  }
  if (lane == 31) warps[warp] = mine;
  __syncthreads();
  for (int k = 0; k < warp; ++k) mine += warps[k];
  return mine;
}

// All of it in one launch. `ticket` and `states` are 0 before it.
__global__ void river(const int* inflow, int* flow, int n, int* ticket, int* states, int* sums, int* ends) {
  __shared__ int drawn;
  __shared__ int before;
  int t = threadIdx.x;
  if (t == 0) drawn = atomicAdd(ticket, 1);
  __syncthreads();
  int b = drawn;
  int i = b * kThreads + t;
  int end = scan_of_block(i < n ? inflow[i] : 0);
  if (t == 0) before = b > 0 ? ends[b - 1] : 0;
  __syncthreads();
  if (i < n) flow[i] = before + end;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 300;  // 1 to 16384
  const int blocks = (n + kThreads - 1) / kThreads;
  const std::vector<int> inflow = lockstep::RandomInput<int>(n, -20, 90);

  int *d_inflow = nullptr, *d_flow = nullptr;
  int *d_ticket = nullptr, *d_states = nullptr, *d_sums = nullptr, *d_ends = nullptr;
  cudaMalloc(&d_inflow, n * sizeof(int));
  cudaMalloc(&d_flow, n * sizeof(int));
  cudaMalloc(&d_ticket, sizeof(int));
  cudaMalloc(&d_states, blocks * sizeof(int));
  cudaMalloc(&d_sums, blocks * sizeof(int));
  cudaMalloc(&d_ends, blocks * sizeof(int));
  std::vector<int> ends(blocks);
  for (int i = 0; i < n; ++i) ends[i / kThreads] += inflow[i];
  for (int b = 1; b < blocks; ++b) ends[b] += ends[b - 1];
  cudaMemcpy(d_ends, ends.data(), blocks * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_ticket, 0, sizeof(int));
  cudaMemset(d_states, 0, blocks * sizeof(int));
  cudaMemcpy(d_inflow, inflow.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_inflow, n);
  LOCKSTEP_PUBLISH(d_flow, n);

  river<<<blocks, kThreads>>>(d_inflow, d_flow, n, d_ticket, d_states, d_sums, d_ends);
  std::vector<int> flow(n);
  const cudaError_t error = cudaMemcpy(flow.data(), d_flow, n * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_inflow);
  cudaFree(d_flow);
  cudaFree(d_ticket);
  cudaFree(d_states);
  cudaFree(d_sums);
  cudaFree(d_ends);
}
