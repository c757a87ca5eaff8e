// Lesson 40, exercise: a river.
//
// At each kilometre a brook flows into a river, or somebody takes water out. `inflow` says how much, in litres per
// second. How much water does the river carry at each kilometre? Three launches find out.
//
// Make one launch of it: write `river`, and let main launch that and nothing else. Everything is allocated already.
//
// When you save the file, Lockstep builds and runs it again.

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

// The first of three launches: each block by itself, and its sum.
__global__ void scan_blocks(const int* inflow, int* flow, int* sums, int n) {
  int t = threadIdx.x;
  int i = blockIdx.x * kThreads + t;
  int end = scan_of_block(i < n ? inflow[i] : 0);
  if (i < n) flow[i] = end;
  if (t == kThreads - 1) sums[blockIdx.x] = end;
}

// The second: one block, and the running sum of the sums.
__global__ void scan_sums(const int* sums, int* ends, int blocks) {
  int t = threadIdx.x;
  int end = scan_of_block(t < blocks ? sums[t] : 0);
  if (t < blocks) ends[t] = end;
}

// The third: each kilometre gets what flowed before its block.
__global__ void add_before(int* flow, const int* ends, int n) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  if (blockIdx.x > 0 && i < n) flow[i] += ends[blockIdx.x - 1];
}

// All of it in one launch. `ticket` and `states` are 0 before it.
__global__ void river(const int* inflow, int* flow, int n, int* ticket, int* states, int* sums, int* ends) {}

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
  cudaMemset(d_ticket, 0, sizeof(int));
  cudaMemset(d_states, 0, blocks * sizeof(int));
  cudaMemcpy(d_inflow, inflow.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_inflow, n);
  LOCKSTEP_PUBLISH(d_flow, n);

  scan_blocks<<<blocks, kThreads>>>(d_inflow, d_flow, d_sums, n);
  scan_sums<<<1, kThreads>>>(d_sums, d_ends, blocks);
  add_before<<<blocks, kThreads>>>(d_flow, d_ends, n);
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
