// A postman sorts letters by the numbers of houses: bit by bit, and then by digits of two bits in many blocks.
//
//   lockstep run letters.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/publish.h"

constexpr int kThreads = 32;
constexpr int kDigits = 4;  // of two bits
constexpr unsigned kAll = 0xffffffff;

// Those with a 0 in this bit go first, then those with a 1. A warp, and a letter for each lane.
__global__ void split(const int* in, int* out, int shift) {
  int t = threadIdx.x;
  int house = in[t];
  int bit = house >> shift & 1;
  unsigned ones = __ballot_sync(kAll, bit);
  int zeros = 32 - __popc(ones);
  int ones_before = __popc(ones & ((1u << t) - 1));
  int place = t - ones_before;
  if (bit == 1) place = zeros + ones_before;
  out[place] = house;
}

// The same, but those with a 1 are laid down from the end.
__global__ void split_from_both_ends(const int* in, int* out, int shift) {
  int t = threadIdx.x;
  int house = in[t];
  int bit = house >> shift & 1;
  unsigned ones = __ballot_sync(kAll, bit);
  int ones_before = __popc(ones & ((1u << t) - 1));
  int place = t - ones_before;
  if (bit == 1) place = 31 - ones_before;
  out[place] = house;
}

// Many blocks, step 1: how many letters of each digit does each block have?
__global__ void count_digits(const int* in, int* many, int shift) {
  __shared__ int mine[kDigits];
  int t = threadIdx.x;
  if (t < kDigits) mine[t] = 0;
  __syncthreads();
  int house = in[blockIdx.x * kThreads + t];
  int digit = house >> shift & (kDigits - 1);
  atomicAdd(&mine[digit], 1);
  __syncthreads();
  if (t < kDigits) many[t * gridDim.x + blockIdx.x] = mine[t];
}

// Step 2: how many stand before, in the order digit 0 of all blocks, digit 1 of all blocks, and so on?
__global__ void scan_digits(const int* many, int* first, int cells) {
  int lane = threadIdx.x;
  int mine = lane < cells ? many[lane] : 0;
  int end = mine;
  for (int step = 1; step < 32; step *= 2) {
    int heard = __shfl_up_sync(kAll, end, step);
    if (lane >= step) end += heard;
  }
  if (lane < cells) first[lane] = end - mine;
}

// Step 3: each letter goes to its place.
__global__ void write_digits(const int* in, const int* first, int* out, int shift) {
  int t = threadIdx.x;
  int house = in[blockIdx.x * kThreads + t];
  int digit = house >> shift & (kDigits - 1);
  unsigned same = __match_any_sync(kAll, digit);
  int before = __popc(same & ((1u << t) - 1));
  int place = first[digit * gridDim.x + blockIdx.x] + before;
  out[place] = house;
}

int main() {
  const int n = 32, blocks = 3, cells = kDigits * blocks;
  std::vector<int> houses(n), street(blocks * kThreads);  // from 0 to 15
  for (int i = 0; i < n; ++i) houses[i] = (7 * i + 3 * (i / 5) + 6) % 16;
  for (int i = 0; i < blocks * kThreads; ++i) street[i] = (5 * i + 7 * (i / 3) + i / 16 + 2) % 16;

  int *d_in = nullptr, *d_bit_0 = nullptr, *d_bit_1 = nullptr, *d_bit_2 = nullptr, *d_sorted = nullptr;
  int *d_both_ends = nullptr, *d_street = nullptr, *d_by_digit = nullptr, *d_many = nullptr, *d_first = nullptr;
  for (int** array : {&d_in, &d_bit_0, &d_bit_1, &d_bit_2, &d_sorted, &d_both_ends}) cudaMalloc(array, n * sizeof(int));
  for (int** array : {&d_street, &d_by_digit}) cudaMalloc(array, street.size() * sizeof(int));
  for (int** array : {&d_many, &d_first}) cudaMalloc(array, cells * sizeof(int));
  cudaMemcpy(d_in, houses.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_street, street.data(), street.size() * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, n);
  LOCKSTEP_PUBLISH(d_bit_0, n);
  LOCKSTEP_PUBLISH(d_bit_1, n);
  LOCKSTEP_PUBLISH(d_bit_2, n);
  LOCKSTEP_PUBLISH(d_sorted, n);
  LOCKSTEP_PUBLISH(d_both_ends, n);
  LOCKSTEP_PUBLISH(d_street, blocks * kThreads);
  LOCKSTEP_PUBLISH(d_by_digit, blocks * kThreads);
  LOCKSTEP_PUBLISH(d_many, kDigits, blocks);
  LOCKSTEP_PUBLISH(d_first, kDigits, blocks);

  split<<<1, n>>>(d_in, d_bit_0, 0);
  split<<<1, n>>>(d_bit_0, d_bit_1, 1);
  split<<<1, n>>>(d_bit_1, d_bit_2, 2);
  split<<<1, n>>>(d_bit_2, d_sorted, 3);
  split_from_both_ends<<<1, n>>>(d_bit_0, d_both_ends, 1);
  count_digits<<<blocks, kThreads>>>(d_street, d_many, 0);
  scan_digits<<<1, 32>>>(d_many, d_first, cells);
  write_digits<<<blocks, kThreads>>>(d_street, d_first, d_by_digit, 0);

  std::vector<int> sorted(n);
  const cudaError_t error = cudaMemcpy(sorted.data(), d_sorted, n * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  for (int house : sorted) std::printf("%d ", house);
  std::printf("\n");
  for (int* array : {d_in, d_bit_0, d_bit_1, d_bit_2, d_sorted, d_both_ends, d_street, d_by_digit, d_many, d_first}) {
    cudaFree(array);
  }
}
