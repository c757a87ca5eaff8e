// Lesson 45, the solved exercise: an answer's arrays are compared with those of this program.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 64;
constexpr int kWarps = kThreads / 32;
constexpr int kTimeBits = 12;
constexpr int kBits = 4;  // of a digit
constexpr int kDigits = 1 << kBits;

// The running sum of a block: each thread gets its own and all before it in the block. All threads come.
__device__ int scan_of_block(int mine) {
  __shared__ int warps[kWarps];
  int lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32;
  for (int step = 1; step < 32; step *= 2) {
    int heard = __shfl_up_sync(0xffffffff, mine, step);
    if (lane >= step) mine += heard;
  }
  if (lane == 31) warps[warp] = mine;
  __syncthreads();
  for (int k = 0; k < warp; ++k) mine += warps[k];
  __syncthreads();
  return mine;
}

// Before the first pass the runners stand in the order of their numbers.
__global__ void line_up(int* order, int n) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  if (i < n) order[i] = i;
}

// How many runners of each digit does each block have?
__global__ void count_digits(const int* times, const int* order, int* firsts, int n, int shift) {
  __shared__ int many[kDigits];
  int t = threadIdx.x;
  int i = blockIdx.x * kThreads + t;
  if (t < kDigits) many[t] = 0;
  __syncthreads();
  if (i < n) {
    int digit = times[order[i]] >> shift & (kDigits - 1);
    atomicAdd(&many[digit], 1);
  }
  __syncthreads();
  if (t < kDigits) firsts[t * gridDim.x + blockIdx.x] = many[t];
}

// Each cell becomes the sum of all cells before it. One block goes through them, piece by piece.
__global__ void scan_firsts(int* firsts, int cells) {
  __shared__ int carry;
  int t = threadIdx.x;
  int before = 0;
  for (int begin = 0; begin < cells; begin += kThreads) {
    int mine = begin + t < cells ? firsts[begin + t] : 0;
    int end = scan_of_block(mine);
    if (begin + t < cells) firsts[begin + t] = before + end - mine;
    if (t == kThreads - 1) carry = before + end;
    __syncthreads();
    before = carry;
    __syncthreads();
  }
}

// How many of the block have the same digit and stand before this thread? All threads come.
__device__ int same_before(int digit) {
  __shared__ int many[kWarps][kDigits + 1];
  int lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32;
  for (int d = lane; d <= kDigits; d += 32) many[warp][d] = 0;
  __syncwarp();
  unsigned same = __match_any_sync(0xffffffff, digit);
  int before = __popc(same & ((1u << lane) - 1));
  if (before == 0) many[warp][digit] = __popc(same);
  __syncthreads();
  for (int w = 0; w < warp; ++w) before += many[w][digit];
  return before;
}

// Each runner goes to its place in the new order. A thread without a runner brings a digit that does not exist.
__global__ void place_digits(const int* times, const int* order, const int* firsts, int* new_order, int n, int shift) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  int runner = i < n ? order[i] : 0;
  int digit = i < n ? times[runner] >> shift & (kDigits - 1) : kDigits;
  int before = same_before(digit);
  if (i < n) new_order[firsts[digit * gridDim.x + blockIdx.x] + before] = runner;
}

// The list that is hung out.
__global__ void hang_out(const int* order, int* list, int n) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  if (i < n) list[i] = order[i];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;         // 1 to 4096
  const int fastest = argc > 2 ? std::atoi(argv[2]) : 1500;  // seconds
  const int slowest = argc > 3 ? std::atoi(argv[3]) : 4095;  // less than 2 to the power of kTimeBits
  const int blocks = (n + kThreads - 1) / kThreads;
  const auto times = lockstep::RandomInput<int>(n, fastest, slowest);

  int *d_times = nullptr, *d_order = nullptr, *d_new_order = nullptr, *d_firsts = nullptr, *d_list = nullptr;
  for (int** array : {&d_times, &d_order, &d_new_order, &d_list}) cudaMalloc(array, n * sizeof(int));
  cudaMalloc(&d_firsts, kDigits * blocks * sizeof(int));
  cudaMemcpy(d_times, times.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_times, n);
  LOCKSTEP_PUBLISH(d_order, n);
  LOCKSTEP_PUBLISH(d_new_order, n);
  LOCKSTEP_PUBLISH(d_firsts, kDigits, blocks);
  LOCKSTEP_PUBLISH(d_list, n);

  line_up<<<blocks, kThreads>>>(d_order, n);
  for (int shift = 0; shift < kTimeBits; shift += kBits) {
    count_digits<<<blocks, kThreads>>>(d_times, d_order, d_firsts, n, shift);
    scan_firsts<<<1, kThreads>>>(d_firsts, kDigits * blocks);
    place_digits<<<blocks, kThreads>>>(d_times, d_order, d_firsts, d_new_order, n, shift);
    std::swap(d_order, d_new_order);
  }
  hang_out<<<blocks, kThreads>>>(d_order, d_list, n);
  int winner = 0;
  const cudaError_t error = cudaMemcpy(&winner, d_list, sizeof winner, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  for (int* array : {d_times, d_order, d_new_order, d_firsts, d_list}) cudaFree(array);
}
