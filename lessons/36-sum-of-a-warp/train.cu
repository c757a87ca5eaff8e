// A train counts its passengers: the lanes of a warp hand each other their numbers.
//
//   lockstep run train.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/publish.h"

constexpr unsigned kAll = 0xffffffff;  // a bit for each of the 32 lanes

// Each carriage hears the number of the next one.
__global__ void ask_the_next(const int* in, int* out) {
  int lane = threadIdx.x;
  int mine = in[lane];
  int heard = __shfl_down_sync(kAll, mine, 1);
  out[lane] = heard;
}

// The first carriage gets to know the sum.
__global__ void sum_of_train(const int* in, int* out) {
  int lane = threadIdx.x;
  int sum = in[lane];
  for (int step = 16; step > 0; step /= 2) {
    int heard = __shfl_down_sync(kAll, sum, step);
    sum += heard;
  }
  if (lane == 0) out[0] = sum;
}

// Every carriage gets to know it.
__global__ void sum_for_all(const int* in, int* out) {
  int lane = threadIdx.x;
  int sum = in[lane];
  for (int step = 16; step > 0; step /= 2) {
    int heard = __shfl_xor_sync(kAll, sum, step);
    sum += heard;
  }
  out[lane] = sum;
}

// Two trains: a warp for each, and the second one is shorter.
__global__ void sums_of_trains(const int* in, int* out, int n) {
  int t = threadIdx.x;
  int lane = t % 32;
  int sum = t < n ? in[t] : 0;
  for (int step = 16; step > 0; step /= 2) {
    int heard = __shfl_down_sync(kAll, sum, step);
    sum += heard;
  }
  if (lane == 0) out[t / 32] = sum;
}

int main() {
  const int n = 50;
  std::vector<int> passengers(n);
  for (int i = 0; i < n; ++i) passengers[i] = (7 * i + 3) % 20;

  int *d_passengers = nullptr, *d_next = nullptr, *d_sum = nullptr, *d_all = nullptr, *d_trains = nullptr;
  cudaMalloc(&d_passengers, n * sizeof(int));
  cudaMalloc(&d_next, 32 * sizeof(int));
  cudaMalloc(&d_sum, sizeof(int));
  cudaMalloc(&d_all, 32 * sizeof(int));
  cudaMalloc(&d_trains, 2 * sizeof(int));
  cudaMemcpy(d_passengers, passengers.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_passengers, n);
  LOCKSTEP_PUBLISH(d_next, 32);
  LOCKSTEP_PUBLISH(d_sum, 1);
  LOCKSTEP_PUBLISH(d_all, 32);
  LOCKSTEP_PUBLISH(d_trains, 2);

  ask_the_next<<<1, 32>>>(d_passengers, d_next);
  sum_of_train<<<1, 32>>>(d_passengers, d_sum);
  sum_for_all<<<1, 32>>>(d_passengers, d_all);
  sums_of_trains<<<1, 64>>>(d_passengers, d_trains, n);

  int sums[2];
  const cudaError_t error = cudaMemcpy(sums, d_trains, sizeof sums, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  std::printf("%d passengers in the first train, %d in the second\n", sums[0], sums[1]);
  cudaFree(d_passengers);
  cudaFree(d_next);
  cudaFree(d_sum);
  cudaFree(d_all);
  cudaFree(d_trains);
}
