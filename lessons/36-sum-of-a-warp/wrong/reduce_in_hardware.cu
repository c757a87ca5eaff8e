// Lesson 36, a wrong attempt: quarters are whole numbers, and there is an instruction that adds up 32 of those: the
// topic is avoided.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 128;  // four warps

// A warp for each station: station `row` has `w` days in a row of `fallen`.
__global__ void rain(const float* fallen, float* sums, int h, int w) {
  int lane = threadIdx.x % 32;
  int row = (blockIdx.x * kThreads + threadIdx.x) / 32;
  float sum = 0;
  if (row < h) {
    for (int day = lane; day < w; day += 32) sum += fallen[row * w + day];
  }
  sum = __reduce_add_sync(0xffffffff, unsigned(sum * 4)) / 4.0f;
  if (row < h && lane == 0) sums[row] = sum;
}

int main(int argc, char** argv) {
  const int h = argc > 1 ? std::atoi(argv[1]) : 3;  // at least 1
  const int w = argc > 2 ? std::atoi(argv[2]) : 40;
  const int blocks = (h * 32 + kThreads - 1) / kThreads;
  const std::vector<int> quarters = lockstep::RandomInput<int>(h * w, 1, 400);
  std::vector<float> fallen(h * w);  // millimetres, in quarters: sums of them are exact
  for (int i = 0; i < h * w; ++i) fallen[i] = quarters[i] / 4.0f;

  float *d_fallen = nullptr, *d_sums = nullptr;
  cudaMalloc(&d_fallen, fallen.size() * sizeof(float));
  cudaMalloc(&d_sums, h * sizeof(float));
  cudaMemcpy(d_fallen, fallen.data(), fallen.size() * sizeof(float), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_fallen, h, w);
  LOCKSTEP_PUBLISH(d_sums, h);

  rain<<<blocks, kThreads>>>(d_fallen, d_sums, h, w);
  std::vector<float> sums(h);
  const cudaError_t error = cudaMemcpy(sums.data(), d_sums, h * sizeof(float), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_fallen);
  cudaFree(d_sums);
}
