// Lesson 45, exercise: the list of a race.
//
// `times` says how many seconds each runner took. `list` shall have the numbers of the runners in the order of their
// times; those with the same time in the order of their numbers. It is right as given, with digits of one bit: 12
// passes.
//
// Sort by digits of four bits, so that 3 passes are enough. `scan_firsts` can stay as it is.
//
// When you save the file, Lockstep builds and runs it again.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 64;
constexpr int kWarps = kThreads / 32;
constexpr int kTimeBits = 12;
constexpr int kBits = 1;  // of a digit
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

// How many runners with a 0 and with a 1 does each block have?
__global__ void count_digits(const int* times, const int* order, int* firsts, int n, int shift) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  int bit = i < n ? times[order[i]] >> shift & 1 : 0;
  int zeros = __syncthreads_count(i < n && bit == 0);
  int ones = __syncthreads_count(bit);
  if (threadIdx.x == 0) firsts[blockIdx.x] = zeros;
  if (threadIdx.x == 0) firsts[gridDim.x + blockIdx.x] = ones;
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

// Each runner goes to its place in the new order.
__global__ void place_digits(const int* times, const int* order, const int* firsts, int* new_order, int n, int shift) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  int runner = i < n ? order[i] : 0;
  int bit = i < n ? times[runner] >> shift & 1 : 0;
  int ones_before = scan_of_block(bit) - bit;
  int before = bit == 1 ? ones_before : threadIdx.x - ones_before;
  if (i < n) new_order[firsts[bit * gridDim.x + blockIdx.x] + before] = runner;
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
