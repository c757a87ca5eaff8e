// What one warp asks of memory: side by side, one cell further, every second cell,
// structs, arrays, a row for each thread.
//
//   lockstep run coalescing.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 32;  // one warp
constexpr int kCount = 8;     // cells that a thread adds up

struct Bird {
  float x, y, height;
};

__global__ void side_by_side(const float* in, float* out) {
  int i = threadIdx.x;
  out[i] = in[i];
}

__global__ void one_further(const float* in, float* out) {
  int i = threadIdx.x;
  out[i] = in[i + 1];
}

// Sound for two ears: left, right, left, right.
__global__ void left_ear(const float* sound, float* out) {
  int i = threadIdx.x;
  out[i] = sound[2 * i];
}

__global__ void of_structs(const Bird* birds, float* out) {
  int i = threadIdx.x;
  out[i] = birds[i].height;
}

__global__ void of_arrays(const float* x, const float* y, const float* height, float* out) {
  int i = threadIdx.x;
  out[i] = height[i];
}

__global__ void a_row_each(const float* in, float* out) {
  int i = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < kCount; ++k) {
    sum += in[kCount * i + k];
  }
  out[i] = sum;
}

__global__ void row_by_row(const float* in, float* out) {
  int i = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < kCount; ++k) {
    sum += in[kThreads * k + i];
  }
  out[i] = sum;
}

// Digits from 1 to 9: sums of them are exact.
std::vector<float> digits(int count) {
  const std::vector<int> numbers = lockstep::RandomInput<int>(count, 1, 9);
  return std::vector<float>(numbers.begin(), numbers.end());
}

int main() {
  const int n = kThreads * kCount;
  const std::vector<float> in = digits(n);
  std::vector<Bird> birds(kThreads);
  std::vector<float> planes(3 * kThreads);  // all x, all y, all heights
  for (int i = 0; i < kThreads; ++i) {
    birds[i] = {in[i], in[kThreads + i], in[2 * kThreads + i]};
    planes[i] = birds[i].x;
    planes[kThreads + i] = birds[i].y;
    planes[2 * kThreads + i] = birds[i].height;
  }

  float *d_in = nullptr, *d_planes = nullptr, *d_out = nullptr;
  Bird* d_birds = nullptr;
  cudaMalloc(&d_in, n * sizeof(float));
  cudaMalloc(&d_birds, kThreads * sizeof(Bird));
  cudaMalloc(&d_planes, planes.size() * sizeof(float));
  cudaMalloc(&d_out, kThreads * sizeof(float));
  cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_birds, birds.data(), kThreads * sizeof(Bird), cudaMemcpyHostToDevice);
  cudaMemcpy(d_planes, planes.data(), planes.size() * sizeof(float), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, n);
  LOCKSTEP_PUBLISH(d_birds, kThreads);
  LOCKSTEP_PUBLISH(d_planes, 3, kThreads);
  LOCKSTEP_PUBLISH(d_out, kThreads);

  side_by_side<<<1, kThreads>>>(d_in, d_out);
  one_further<<<1, kThreads>>>(d_in, d_out);
  left_ear<<<1, kThreads>>>(d_in, d_out);
  of_structs<<<1, kThreads>>>(d_birds, d_out);
  of_arrays<<<1, kThreads>>>(d_planes, d_planes + kThreads, d_planes + 2 * kThreads, d_out);
  a_row_each<<<1, kThreads>>>(d_in, d_out);
  row_by_row<<<1, kThreads>>>(d_in, d_out);
  std::vector<float> out(kThreads);
  const cudaError_t error = cudaMemcpy(out.data(), d_out, kThreads * sizeof(float), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_birds);
  cudaFree(d_planes);
  cudaFree(d_out);
}
