// An auction, and a shop that makes losses: the greatest number by compare-and-swap.
//
//   lockstep run auction.cu

#include <cuda_runtime.h>

#include <climits>
#include <cmath>
#include <cstdio>
#include <vector>

#include "lockstep/publish.h"

constexpr unsigned kAll = 0xffffffff;

// One key, and everybody wants it. It is nobody's while it is -1.
__global__ void take(int* key, int* got) {
  int t = threadIdx.x;
  int before = atomicCAS(key, -1, t);
  got[t] = before == -1;
}

// Each bids as much as it can pay, as long as that is more than the price.
__global__ void auction(const int* can_pay, int* price, int* tries) {
  int t = threadIdx.x;
  int mine = can_pay[t];
  int count = 0;
  int old = *price;
  __syncwarp();
  while (mine > old) {
    int assumed = old;
    old = atomicCAS(price, assumed, mine);
    ++count;
    if (old == assumed) break;
  }
  tries[t] = count;
}

// *cell becomes the greater one of *cell and value.
__device__ void atomic_max(float* cell, float value) {
  int* bits = reinterpret_cast<int*>(cell);
  int old = *bits;
  while (value > __int_as_float(old)) {
    int assumed = old;
    int wanted = __float_as_int(value);
    old = atomicCAS(bits, assumed, wanted);
    if (old == assumed) break;
  }
}

// The best week of a shop.
__global__ void best_week(const float* weeks, float* best) {
  float mine = weeks[threadIdx.x];
  atomic_max(best, mine);
  __syncthreads();
  float result = *best;
  if (threadIdx.x == 0) printf("the best week: %g\n", result);
}

// The bits are compared as whole numbers. Is that the same?
__global__ void best_by_bits(const float* weeks) {
  __shared__ int best;
  if (threadIdx.x == 0) best = INT_MIN;
  __syncthreads();
  int bits = __float_as_int(weeks[threadIdx.x]);
  atomicMax(&best, bits);
  __syncthreads();
  float result = __int_as_float(best);
  if (threadIdx.x == 0) printf("by bits: %g\n", result);
}

// The warp finds its best first, and one lane goes to memory.
__global__ void best_of_a_warp(const float* weeks, float* best) {
  float mine = weeks[threadIdx.x];
  for (int step = 16; step > 0; step /= 2) {
    float heard = __shfl_xor_sync(kAll, mine, step);
    mine = fmaxf(mine, heard);
  }
  if (threadIdx.x == 0) atomic_max(best, mine);
}

int main() {
  const int bidders = 8, n = 32;
  const std::vector<int> can_pay{40, 25, 70, 55, 90, 30, 60, 80};
  std::vector<float> weeks(n);  // what is left over, in thousands: losses only
  for (int i = 0; i < n; ++i) weeks[i] = -0.5f * static_cast<float>(3 + (11 * i + 14) % 31);
  std::vector<float> gaps = weeks;
  gaps[5] = NAN;  // not noted
  const float nothing = -INFINITY;

  int *d_key = nullptr, *d_got = nullptr, *d_can_pay = nullptr, *d_price = nullptr, *d_tries = nullptr;
  float *d_weeks = nullptr, *d_gaps = nullptr, *d_best = nullptr, *d_best_noted = nullptr, *d_by_warp = nullptr;
  cudaMalloc(&d_key, sizeof(int));
  cudaMalloc(&d_got, bidders * sizeof(int));
  cudaMalloc(&d_can_pay, bidders * sizeof(int));
  cudaMalloc(&d_price, sizeof(int));
  cudaMalloc(&d_tries, bidders * sizeof(int));
  cudaMalloc(&d_weeks, n * sizeof(float));
  cudaMalloc(&d_gaps, n * sizeof(float));
  cudaMemset(d_key, 0xff, sizeof(int));
  cudaMemset(d_price, 0, sizeof(int));
  cudaMemcpy(d_can_pay, can_pay.data(), bidders * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_weeks, weeks.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_gaps, gaps.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  for (float** cell : {&d_best, &d_best_noted, &d_by_warp}) {
    cudaMalloc(cell, sizeof(float));
    cudaMemcpy(*cell, &nothing, sizeof(float), cudaMemcpyHostToDevice);
  }
  LOCKSTEP_PUBLISH(d_key, 1);
  LOCKSTEP_PUBLISH(d_got, bidders);
  LOCKSTEP_PUBLISH(d_can_pay, bidders);
  LOCKSTEP_PUBLISH(d_price, 1);
  LOCKSTEP_PUBLISH(d_tries, bidders);
  LOCKSTEP_PUBLISH(d_weeks, n);
  LOCKSTEP_PUBLISH(d_gaps, n);
  LOCKSTEP_PUBLISH(d_best, 1);
  LOCKSTEP_PUBLISH(d_best_noted, 1);
  LOCKSTEP_PUBLISH(d_by_warp, 1);

  take<<<1, bidders>>>(d_key, d_got);
  auction<<<1, bidders>>>(d_can_pay, d_price, d_tries);
  best_week<<<1, n>>>(d_weeks, d_best);
  best_by_bits<<<1, n>>>(d_weeks);
  best_week<<<1, n>>>(d_gaps, d_best_noted);
  best_of_a_warp<<<1, n>>>(d_weeks, d_by_warp);

  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  for (int* array : {d_key, d_got, d_can_pay, d_price, d_tries}) cudaFree(array);
  for (float* array : {d_weeks, d_gaps, d_best, d_best_noted, d_by_warp}) cudaFree(array);
}
