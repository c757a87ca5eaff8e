// Lesson 34, exercise: a cell that remembers, in eight launches.
//
// Each launch makes one step for all cells, and puts what it has found into memory for
// the next one. The result is right. Make one launch of it, in which a thread does all
// steps for its cell, and reads and writes no more than the result needs.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kThreads = 128;
constexpr float kMost = 2;  // no cell remembers more than 2, or less than -2

__constant__ float bias[3];  // for the door in, the door out, the proposal

__device__ float sigmoid(float x) { return 1 / (1 + expf(-x)); }
__device__ float elu(float x) { return x > 0 ? x : expf(x) - 1; }
__device__ float clipped(float x) { return fminf(fmaxf(x, -kMost), kMost); }

__global__ void add_bias(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 3 * n) out[i] = in[i] + bias[i / n];
}

__global__ void sigmoids(const float* in, float* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = sigmoid(in[i]);
}

__global__ void elus(const float* in, float* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = elu(in[i]);
}

__global__ void tanhs(const float* in, float* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = tanhf(in[i]);
}

__global__ void clip(const float* in, float* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = clipped(in[i]);
}

__global__ void multiply(const float* a, const float* b, float* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a[i] * b[i];
}

__global__ void add(const float* a, const float* b, float* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a[i] + b[i];
}

int blocks_for(int count) { return count / kThreads + 1; }

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;
  // Three sums for each cell.
  const std::vector<float> sums = lockstep::RandomInput<float>(3 * n, -3, 3, 0);
  const std::vector<float> memory = lockstep::RandomInput<float>(n, -2, 2, 1);
  const float biases[3] = {0.5f, -0.25f, 0.125f};

  const std::size_t bytes = n * sizeof(float);
  float *d_sums = nullptr, *d_memory = nullptr, *d_new_memory = nullptr, *d_out = nullptr;
  float *d_gates = nullptr, *d_doors = nullptr, *d_proposal = nullptr, *d_let_in = nullptr, *d_both = nullptr,
        *d_shown = nullptr;
  cudaMalloc(&d_sums, 3 * bytes);
  cudaMalloc(&d_gates, 3 * bytes);
  cudaMalloc(&d_doors, 2 * bytes);
  for (float** array : {&d_memory, &d_new_memory, &d_out, &d_proposal, &d_let_in, &d_both, &d_shown})
    cudaMalloc(array, bytes);
  cudaMemcpy(d_sums, sums.data(), 3 * bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_memory, memory.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(bias, biases, sizeof biases);
  LOCKSTEP_PUBLISH(d_sums, 3, n);
  LOCKSTEP_PUBLISH(d_memory, n);
  LOCKSTEP_PUBLISH(d_new_memory, n);
  LOCKSTEP_PUBLISH(d_out, n);
  LOCKSTEP_PUBLISH(d_gates, 3, n);
  LOCKSTEP_PUBLISH(d_doors, 2, n);
  LOCKSTEP_PUBLISH(d_proposal, n);
  LOCKSTEP_PUBLISH(d_let_in, n);
  LOCKSTEP_PUBLISH(d_both, n);
  LOCKSTEP_PUBLISH(d_shown, n);

  add_bias<<<blocks_for(3 * n), kThreads>>>(d_sums, d_gates, n);
  // d_doors: first all doors in, then all doors out.
  sigmoids<<<blocks_for(2 * n), kThreads>>>(d_gates, d_doors, 2 * n);
  elus<<<blocks_for(n), kThreads>>>(d_gates + 2 * n, d_proposal, n);
  multiply<<<blocks_for(n), kThreads>>>(d_doors, d_proposal, d_let_in, n);
  add<<<blocks_for(n), kThreads>>>(d_memory, d_let_in, d_both, n);
  clip<<<blocks_for(n), kThreads>>>(d_both, d_new_memory, n);
  tanhs<<<blocks_for(n), kThreads>>>(d_new_memory, d_shown, n);
  multiply<<<blocks_for(n), kThreads>>>(d_shown, d_doors + n, d_out, n);

  std::vector<float> out(n);
  const cudaError_t error = cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  for (float* array : {d_sums, d_memory, d_new_memory, d_out, d_gates, d_doors, d_proposal, d_let_in, d_both, d_shown})
    cudaFree(array);
}
