// A salesman's car: what does its counter show after each day? The running sum of a whole grid.
//
//   lockstep run kilometres.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/publish.h"

constexpr int kThreads = 8;
constexpr unsigned kAll = 0xff;  // a bit for each of the 8 lanes

// The running sum of a block: each thread gets its own and all before it.
__device__ int scan_of_block(int mine) {
  int t = threadIdx.x;
  for (int step = 1; step < kThreads; step *= 2) {
    int heard = __shfl_up_sync(kAll, mine, step);
    if (t >= step) mine += heard;
  }
  return mine;
}

// The first of three launches: each block by itself.
__global__ void scan_blocks(const int* days, int* out, int* sums, int n) {
  int t = threadIdx.x;
  int i = blockIdx.x * kThreads + t;
  int end = scan_of_block(i < n ? days[i] : 0);
  if (i < n) out[i] = end;
  if (t == kThreads - 1) sums[blockIdx.x] = end;
}

// The second: one block, and the running sum of the sums.
__global__ void scan_sums(int* sums, int blocks) {
  int t = threadIdx.x;
  int end = scan_of_block(t < blocks ? sums[t] : 0);
  if (t < blocks) sums[t] = end;
}

// The third: everybody adds what was before its block.
__global__ void add_before(int* out, const int* sums, int n) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  if (blockIdx.x > 0 && i < n) out[i] += sums[blockIdx.x - 1];
}

// One launch: each block waits until the one before it has hung out its flag.
__global__ void chain(const int* days, int* out, int n, int* ends, int* flags) {
  __shared__ int before;
  int t = threadIdx.x;
  int b = blockIdx.x;
  int i = b * kThreads + t;
  int end = scan_of_block(i < n ? days[i] : 0);
  if (t == kThreads - 1) {
    before = 0;
    if (b > 0) {
      while (atomicAdd(&flags[b - 1], 0) == 0) continue;
      __threadfence();
      before = ends[b - 1];
    }
    ends[b] = before + end;
    __threadfence();
    atomicExch(&flags[b], 1);
  }
  __syncthreads();
  if (i < n) out[i] = before + end;
}

// The same, and a block gets its number when it begins.
__global__ void by_ticket(const int* days, int* out, int n, int* ends, int* flags, int* ticket) {
  __shared__ int before;
  __shared__ int drawn;
  int t = threadIdx.x;
  if (t == 0) drawn = atomicAdd(ticket, 1);
  __syncthreads();
  int b = drawn;
  int i = b * kThreads + t;
  int end = scan_of_block(i < n ? days[i] : 0);
  if (t == kThreads - 1) {
    before = 0;
    if (b > 0) {
      while (atomicAdd(&flags[b - 1], 0) == 0) continue;
      __threadfence();
      before = ends[b - 1];
    }
    ends[b] = before + end;
    __threadfence();
    atomicExch(&flags[b], 1);
  }
  __syncthreads();
  if (i < n) out[i] = before + end;
}

// A block first says what it has itself, and then looks back.
// The numbers are given out backwards: the last block comes first.
__global__ void look_back(const int* days, int* out, int n, int* sums, int* ends, int* states) {
  __shared__ int before;
  int t = threadIdx.x;
  int b = gridDim.x - 1 - blockIdx.x;
  int i = b * kThreads + t;
  int end = scan_of_block(i < n ? days[i] : 0);
  if (t == kThreads - 1) {
    sums[b] = end;
    __threadfence();
    atomicExch(&states[b], 1);
    int found = 0;
    for (int p = b - 1; p >= 0; --p) {
      int state = 0;
      while (state == 0) state = atomicAdd(&states[p], 0);
      __threadfence();
      found += state == 2 ? ends[p] : sums[p];
      if (state == 2) break;
    }
    ends[b] = found + end;
    __threadfence();
    atomicExch(&states[b], 2);
    before = found;
  }
  __syncthreads();
  if (i < n) out[i] = before + end;
}

int main() {
  const int n = 30;
  const int blocks = (n + kThreads - 1) / kThreads;
  std::vector<int> days(n);  // kilometres, day by day
  for (int i = 0; i < n; ++i) days[i] = (7 * i + 4) % 10;

  int *d_days = nullptr, *d_out = nullptr, *d_chain = nullptr, *d_ticket_out = nullptr, *d_back = nullptr;
  int *d_sums = nullptr, *d_ends = nullptr, *d_flags = nullptr, *d_ticket = nullptr;
  int *d_ends_2 = nullptr, *d_flags_2 = nullptr, *d_own = nullptr, *d_ends_3 = nullptr, *d_states = nullptr;
  for (int** array : {&d_days, &d_out, &d_chain, &d_ticket_out, &d_back}) cudaMalloc(array, n * sizeof(int));
  for (int** array : {&d_sums, &d_ends, &d_flags, &d_ends_2, &d_flags_2, &d_own, &d_ends_3, &d_states, &d_ticket}) {
    cudaMalloc(array, blocks * sizeof(int));
  }
  cudaMemset(d_flags, 0, blocks * sizeof(int));
  cudaMemset(d_flags_2, 0, blocks * sizeof(int));
  cudaMemset(d_states, 0, blocks * sizeof(int));
  cudaMemset(d_ticket, 0, sizeof(int));
  cudaMemcpy(d_days, days.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_days, n);
  LOCKSTEP_PUBLISH(d_out, n);
  LOCKSTEP_PUBLISH(d_chain, n);
  LOCKSTEP_PUBLISH(d_ticket_out, n);
  LOCKSTEP_PUBLISH(d_back, n);
  LOCKSTEP_PUBLISH(d_sums, blocks);
  LOCKSTEP_PUBLISH(d_ends, blocks);
  LOCKSTEP_PUBLISH(d_flags, blocks);
  LOCKSTEP_PUBLISH(d_ends_2, blocks);
  LOCKSTEP_PUBLISH(d_flags_2, blocks);
  LOCKSTEP_PUBLISH(d_own, blocks);
  LOCKSTEP_PUBLISH(d_ends_3, blocks);
  LOCKSTEP_PUBLISH(d_states, blocks);

  scan_blocks<<<blocks, kThreads>>>(d_days, d_out, d_sums, n);
  scan_sums<<<1, kThreads>>>(d_sums, blocks);
  add_before<<<blocks, kThreads>>>(d_out, d_sums, n);
  chain<<<blocks, kThreads>>>(d_days, d_chain, n, d_ends, d_flags);
  by_ticket<<<blocks, kThreads>>>(d_days, d_ticket_out, n, d_ends_2, d_flags_2, d_ticket);
  look_back<<<blocks, kThreads>>>(d_days, d_back, n, d_own, d_ends_3, d_states);

  std::vector<int> counter(n);
  const cudaError_t error = cudaMemcpy(counter.data(), d_back, n * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  std::printf("After %d days the counter shows %d kilometres\n", n, counter[n - 1]);
  for (int* array : {d_days, d_out, d_chain, d_ticket_out, d_back, d_sums, d_ends, d_flags, d_ticket, d_ends_2,
                     d_flags_2, d_own, d_ends_3, d_states}) {
    cudaFree(array);
  }
}
