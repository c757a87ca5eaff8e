// Lesson 50, the solved exercise: an answer's arrays are compared with those of this program.

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kLights = 4096;  // a raw pixel has 12 bits
constexpr int kThreads = 512;  // of a block
constexpr int kShare = 8;      // pixels of a thread

// curve[light] is how bright a pixel becomes, from 0 to 255.
__global__ void develop(const unsigned short* raw, const int* curve, unsigned char* out, int n) {
  __shared__ int table[kLights];
  int t = threadIdx.x;
  for (int light = t; light < kLights; light += kThreads) {
    table[light] = curve[light];
  }
  __syncthreads();
  int first = blockIdx.x * kThreads * kShare;
  int end = min(n, first + kThreads * kShare);
  for (int i = first + t; i < end; i += kThreads) {
    out[i] = table[raw[i]];
  }
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 5000;  // pixels
  const std::vector<unsigned short> raw = lockstep::RandomInput<unsigned short>(n, 0, kLights - 1);
  std::vector<int> curve = lockstep::RandomInput<int>(kLights, 0, 255);
  std::sort(curve.begin(), curve.end());

  unsigned short* d_raw = nullptr;
  int* d_curve = nullptr;
  unsigned char* d_out = nullptr;
  cudaMalloc(&d_raw, n * sizeof(unsigned short));
  cudaMalloc(&d_curve, kLights * sizeof(int));
  cudaMalloc(&d_out, n);
  cudaMemcpy(d_raw, raw.data(), n * sizeof(unsigned short), cudaMemcpyHostToDevice);
  cudaMemcpy(d_curve, curve.data(), kLights * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_raw, n);
  LOCKSTEP_PUBLISH(d_curve, kLights);
  LOCKSTEP_PUBLISH(d_out, n);

  const int blocks = (n + kThreads * kShare - 1) / (kThreads * kShare);
  develop<<<blocks, kThreads>>>(d_raw, d_curve, d_out, n);
  std::vector<unsigned char> out(n);
  const cudaError_t error = cudaMemcpy(out.data(), d_out, n, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_raw);
  cudaFree(d_curve);
  cudaFree(d_out);
}
