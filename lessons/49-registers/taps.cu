// An array of a thread's own: in registers while every index is known when the kernel is compiled, else in memory.
//
//   lockstep run taps.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 32;
constexpr int kTaps = 4;

// The sum of four neighbours, each with a weight.
__global__ void in_a_loop(const int* in, int* out) {
  int i = threadIdx.x;
  int weight[kTaps] = {1, 2, 3, 4};
  int sum = 0;
  for (int k = 0; k < kTaps; ++k) {
    sum += weight[k] * in[i + k];
  }
  out[i] = sum;
}

__global__ void unrolled(const int* in, int* out) {
  int i = threadIdx.x;
  int weight[kTaps] = {1, 2, 3, 4};
  int sum = 0;
#pragma unroll
  for (int k = 0; k < kTaps; ++k) {
    sum += weight[k] * in[i + k];
  }
  out[i] = sum;
}

// Which weight is wanted is known only when the kernel
// runs: here one for all, and then one for each lane.
__global__ void turned(const int* in, int* out, int first) {
  int i = threadIdx.x;
  int weight[kTaps] = {1, 2, 3, 4};
  out[i] = weight[first] * in[i];
}

__global__ void turned_by_lane(const int* in, int* out) {
  int i = threadIdx.x;
  int weight[kTaps] = {1, 2, 3, 4};
  int first = in[i] % kTaps;
  out[i] = weight[first] * in[i];
}

// The weight is chosen among registers.
__global__ void chosen(const int* in, int* out) {
  int i = threadIdx.x;
  int weight[kTaps] = {1, 2, 3, 4};
  int first = in[i] % kTaps, mine = 0;
#pragma unroll
  for (int k = 0; k < kTaps; ++k) {
    mine = k == first ? weight[k] : mine;
  }
  out[i] = mine * in[i];
}

int main() {
  const int n = kThreads + kTaps;
  const std::vector<int> in = lockstep::RandomInput<int>(n, 1, 9);
  int *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, kThreads * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, n);
  LOCKSTEP_PUBLISH(d_out, kThreads);

  in_a_loop<<<1, kThreads>>>(d_in, d_out);
  unrolled<<<1, kThreads>>>(d_in, d_out);
  turned<<<1, kThreads>>>(d_in, d_out, 2);
  turned_by_lane<<<1, kThreads>>>(d_in, d_out);
  chosen<<<1, kThreads>>>(d_in, d_out);
  std::vector<int> out(kThreads);
  const cudaError_t error = cudaMemcpy(out.data(), d_out, kThreads * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_out);
}
