// Lesson 34, a right answer: with the fast exponential function.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 128;
constexpr float kMost = 2;  // no cell remembers more than 2, or less than -2

__constant__ float bias[3];  // for the door in, the door out, the proposal

__device__ float sigmoid(float x) { return 1 / (1 + __expf(-x)); }
__device__ float elu(float x) { return x > 0 ? x : __expf(x) - 1; }
__device__ float clipped(float x) { return fminf(fmaxf(x, -kMost), kMost); }

__global__ void cell(const float* sums, const float* memory, float* new_memory, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float door_in = sigmoid(sums[i] + bias[0]);
    float door_out = sigmoid(sums[n + i] + bias[1]);
    float proposal = elu(sums[2 * n + i] + bias[2]);
    float remembered = clipped(memory[i] + door_in * proposal);
    new_memory[i] = remembered;
    out[i] = tanhf(remembered) * door_out;
  }
}

int blocks_for(int count) { return count / kThreads + 1; }

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;
  const std::vector<float> sums = lockstep::RandomInput<float>(3 * n, -3, 3, 0);  // three for each cell
  const std::vector<float> memory = lockstep::RandomInput<float>(n, -2, 2, 1);
  const float biases[3] = {0.5f, -0.25f, 0.125f};

  const std::size_t bytes = n * sizeof(float);
  float *d_sums = nullptr, *d_memory = nullptr, *d_new_memory = nullptr, *d_out = nullptr;
  cudaMalloc(&d_sums, 3 * bytes);
  for (float** array : {&d_memory, &d_new_memory, &d_out}) cudaMalloc(array, bytes);
  cudaMemcpy(d_sums, sums.data(), 3 * bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_memory, memory.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(bias, biases, sizeof biases);
  LOCKSTEP_PUBLISH(d_sums, 3, n);
  LOCKSTEP_PUBLISH(d_memory, n);
  LOCKSTEP_PUBLISH(d_new_memory, n);
  LOCKSTEP_PUBLISH(d_out, n);

  cell<<<blocks_for(n), kThreads>>>(d_sums, d_memory, d_new_memory, d_out, n);

  std::vector<float> out(n);
  const cudaError_t error = cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  for (float* array : {d_sums, d_memory, d_new_memory, d_out}) cudaFree(array);
}
