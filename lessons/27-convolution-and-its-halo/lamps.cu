// Lamps in a row, and how bright it is at each place: a convolution, with and without shared memory.
//
//   lockstep run lamps.cu [-- N]    N lamps

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 8;
constexpr int kRadius = 2;  // so far does a lamp reach, to either side

__constant__ int weights[2 * kRadius + 1];

__global__ void light_alone(const int* lamp, int* light, int n) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  if (i < n) {
    int sum = 0;
    for (int k = 0; k <= 2 * kRadius; ++k) {
      int j = i - kRadius + k;
      if (j >= 0 && j < n) sum += weights[k] * lamp[j];
    }
    light[i] = sum;
  }
}

__global__ void light_shared(const int* lamp, int* light, int n) {
  __shared__ int tile[kThreads + 2 * kRadius];
  int t = threadIdx.x;
  int i = blockIdx.x * kThreads + t;
  int first = blockIdx.x * kThreads - kRadius;  // the lamp in cell 0 of the tile
  for (int cell = t; cell < kThreads + 2 * kRadius; cell += kThreads) {
    int j = first + cell;
    tile[cell] = j >= 0 && j < n ? lamp[j] : 0;
  }
  __syncthreads();
  if (i < n) {
    int sum = 0;
    for (int k = 0; k <= 2 * kRadius; ++k) sum += weights[k] * tile[t + k];
    light[i] = sum;
  }
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 20;
  const int blocks = n / kThreads + 1;
  const std::vector<int> lamp = lockstep::RandomInput<int>(n, 0, 9);
  const std::size_t bytes = n * sizeof(int);
  const int near_and_far[] = {1, 2, 4, 2, 1};

  int *d_lamp = nullptr, *d_light = nullptr, *d_again = nullptr;
  cudaMalloc(&d_lamp, bytes);
  cudaMalloc(&d_light, bytes);
  cudaMalloc(&d_again, bytes);
  cudaMemcpy(d_lamp, lamp.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(weights, near_and_far, sizeof near_and_far);
  LOCKSTEP_PUBLISH(d_lamp, n);
  LOCKSTEP_PUBLISH(d_light, n);
  LOCKSTEP_PUBLISH(d_again, n);

  light_alone<<<blocks, kThreads>>>(d_lamp, d_light, n);
  light_shared<<<blocks, kThreads>>>(d_lamp, d_again, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_lamp);
  cudaFree(d_light);
  cudaFree(d_again);
}
