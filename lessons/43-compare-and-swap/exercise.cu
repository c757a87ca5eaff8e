// Lesson 43, exercise: thermometers in 16 huts.
//
// `huts` says in which hut each temperature was measured, and `warmest` shall have the warmest one of each hut. Some
// thermometers were broken: they gave NaN, which is to be left out.
//
// There is no atomicMax for float, and so `atomic_max` compares the bits as whole numbers. In summer that was right.
// Write it with atomicCAS, so that it is right in winter too. A temperature that is not warmer needs no atomic
// operation.
//
// When you save the file, Lockstep builds and runs it again.

#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 128;
constexpr int kHuts = 16;

// *cell becomes the greater one of *cell and value.
__device__ void atomic_max(float* cell, float value) {
  int* bits = reinterpret_cast<int*>(cell);
  atomicMax(bits, __float_as_int(value));
}

// Before the first measurement: colder than anything.
__global__ void begin(float* warmest) { warmest[threadIdx.x] = -INFINITY; }

// The warmest temperature in each hut.
__global__ void warmest_of(const int* huts, const float* measured, float* warmest, int n) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  if (i < n) atomic_max(&warmest[huts[i]], measured[i]);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 200;       // at least 1
  const int lowest = argc > 2 ? std::atoi(argv[2]) : -30;  // degrees
  const int top = argc > 3 ? std::atoi(argv[3]) : -2;
  const int broken = argc > 4 ? std::atoi(argv[4]) : 0;  // of 100 measurements are NaN
  const std::vector<int> huts = lockstep::RandomInput<int>(n, 0, kHuts - 1, 1);
  const std::vector<int> chances = lockstep::RandomInput<int>(n, 0, 99, 2);
  std::vector<float> measured = lockstep::RandomInput<float>(n, lowest, top);
  for (int i = 0; i < n; ++i) {
    if (chances[i] < broken) measured[i] = NAN;
  }

  int* d_huts = nullptr;
  float *d_measured = nullptr, *d_warmest = nullptr;
  cudaMalloc(&d_huts, n * sizeof(int));
  cudaMalloc(&d_measured, n * sizeof(float));
  cudaMalloc(&d_warmest, kHuts * sizeof(float));
  cudaMemcpy(d_huts, huts.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_measured, measured.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_huts, n);
  LOCKSTEP_PUBLISH(d_measured, n);
  LOCKSTEP_PUBLISH(d_warmest, kHuts);

  const int blocks = (n + kThreads - 1) / kThreads;
  begin<<<1, kHuts>>>(d_warmest);
  warmest_of<<<blocks, kThreads>>>(d_huts, d_measured, d_warmest, n);
  std::vector<float> warmest(kHuts);
  const cudaError_t error = cudaMemcpy(warmest.data(), d_warmest, kHuts * sizeof(float), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_huts);
  cudaFree(d_measured);
  cudaFree(d_warmest);
}
