// Four floats at once: one instruction moves 16 bytes, if they begin at a multiple of 16.
//
//   lockstep run louder.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 32;

// A sample for each thread.
__global__ void one_each(const float* in, float* out) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  out[i] = 2 * in[i];
}

// Four samples for each thread, one after the other.
__global__ void four_in_turn(const float* in, float* out) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    out[4 * i + k] = 2 * in[4 * i + k];
  }
}

__device__ float4 twice(float4 v) { return {2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w}; }

// Four samples for each thread, at once.
__global__ void four_at_once(const float4* in, float4* out) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  float4 v = in[i];
  out[i] = twice(v);
}

// n need not be a multiple of 4: the rest is done one by one.
__global__ void with_tail(const float* in, float* out, int n) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  int groups = n / 4;
  int tail = n % 4;
  if (i < groups) {
    float4 v = reinterpret_cast<const float4*>(in)[i];
    reinterpret_cast<float4*>(out)[i] = twice(v);
  }
  if (i < tail) {
    int last = 4 * groups + i;
    out[last] = 2 * in[last];
  }
}

// A struct of three floats: it begins at any multiple of 4 bytes.
struct Bird {
  float x, y, height;
};

__global__ void rise(const Bird* in, Bird* out) {
  int i = threadIdx.x;
  Bird bird = in[i];
  bird.height += 1;
  out[i] = bird;
}

// With 4 bytes more, and a promise: it begins at multiples of 16.
struct __align__(16) WideBird {
  float x, y, height, unused;
};

__global__ void rise_wide(const WideBird* in, WideBird* out) {
  int i = threadIdx.x;
  WideBird bird = in[i];
  bird.height += 1;
  out[i] = bird;
}

int main() {
  const int n = 128, part = 103;
  const std::vector<int> numbers = lockstep::RandomInput<int>(n, 1, 9);
  const std::vector<float> in(numbers.begin(), numbers.end());

  float *d_in = nullptr, *d_out = nullptr, *d_part = nullptr;
  cudaMalloc(&d_in, n * sizeof(float));
  cudaMalloc(&d_out, n * sizeof(float));
  cudaMalloc(&d_part, part * sizeof(float));
  Bird *d_birds = nullptr, *d_risen = nullptr;
  WideBird *d_wide = nullptr, *d_wide_risen = nullptr;
  cudaMalloc(&d_birds, kThreads * sizeof(Bird));
  cudaMalloc(&d_risen, kThreads * sizeof(Bird));
  cudaMalloc(&d_wide, kThreads * sizeof(WideBird));
  cudaMalloc(&d_wide_risen, kThreads * sizeof(WideBird));
  cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_birds, in.data(), kThreads * sizeof(Bird), cudaMemcpyHostToDevice);
  cudaMemcpy(d_wide, in.data(), kThreads * sizeof(WideBird), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, n);
  LOCKSTEP_PUBLISH(d_out, n);
  LOCKSTEP_PUBLISH(d_part, part);
  LOCKSTEP_PUBLISH(d_birds, kThreads);
  LOCKSTEP_PUBLISH(d_risen, kThreads);
  LOCKSTEP_PUBLISH(d_wide, kThreads);
  LOCKSTEP_PUBLISH(d_wide_risen, kThreads);

  one_each<<<n / kThreads, kThreads>>>(d_in, d_out);
  four_in_turn<<<n / kThreads / 4, kThreads>>>(d_in, d_out);
  four_at_once<<<n / kThreads / 4, kThreads>>>(reinterpret_cast<float4*>(d_in), reinterpret_cast<float4*>(d_out));
  with_tail<<<1, kThreads>>>(d_in, d_part, part);
  rise<<<1, kThreads>>>(d_birds, d_risen);
  rise_wide<<<1, kThreads>>>(d_wide, d_wide_risen);
  std::vector<float> out(part);
  const cudaError_t error = cudaMemcpy(out.data(), d_part, part * sizeof(float), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  for (float* array : {d_in, d_out, d_part}) cudaFree(array);
  for (Bird* array : {d_birds, d_risen}) cudaFree(array);
  for (WideBird* array : {d_wide, d_wide_risen}) cudaFree(array);
}
