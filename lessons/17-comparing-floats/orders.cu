// One row of numbers, three orders of adding them, three sums.
//
//   lockstep run orders.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// One thread adds one row, in three orders. The three sums stand side by side.
__global__ void three_sums(const float* in, float* sums, int rows, int k) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float left = 0, right = 0, even = 0, odd = 0;
    for (int i = 0; i < k; ++i) left += in[row * k + i];
    for (int i = k - 1; i >= 0; --i) right += in[row * k + i];
    for (int i = 0; i < k; i += 2) {
      even += in[row * k + i];
      odd += in[row * k + i + 1];
    }
    sums[row * 3] = left;
    sums[row * 3 + 1] = right;
    sums[row * 3 + 2] = even + odd;
  }
}

// How many steps, from one float to the next, lie between the first sum and each of the others.
__global__ void steps_apart(const float* sums, int* steps, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    int first = __float_as_int(sums[row * 3]);
    for (int j = 0; j < 3; ++j) steps[row * 3 + j] = __float_as_int(sums[row * 3 + j]) - first;
  }
}

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

int main() {
  const int rows = 8, k = 64, threads = 4, blocks = (rows + threads - 1) / threads;
  const std::vector<float> in = lockstep::RandomInput<float>(rows * k, 0.5f, 1.5f);

  float *d_in, *d_sums;
  int* d_steps;
  check(cudaMalloc(&d_in, rows * k * sizeof(float)), "cudaMalloc");
  check(cudaMalloc(&d_sums, rows * 3 * sizeof(float)), "cudaMalloc");
  check(cudaMalloc(&d_steps, rows * 3 * sizeof(int)), "cudaMalloc");
  check(cudaMemcpy(d_in, in.data(), rows * k * sizeof(float), cudaMemcpyHostToDevice), "cudaMemcpy");
  LOCKSTEP_PUBLISH(d_in, rows, k);
  LOCKSTEP_PUBLISH(d_sums, rows, 3);
  LOCKSTEP_PUBLISH(d_steps, rows, 3);

  three_sums<<<blocks, threads>>>(d_in, d_sums, rows, k);
  check(cudaGetLastError(), "three_sums");
  steps_apart<<<blocks, threads>>>(d_sums, d_steps, rows);
  check(cudaGetLastError(), "steps_apart");

  std::vector<float> sums(rows * 3);
  std::vector<int> steps(rows * 3);
  check(cudaMemcpy(sums.data(), d_sums, rows * 3 * sizeof(float), cudaMemcpyDeviceToHost), "cudaMemcpy");
  check(cudaMemcpy(steps.data(), d_steps, rows * 3 * sizeof(int), cudaMemcpyDeviceToHost), "cudaMemcpy");
  std::printf("row   from the left    from the right   by twos          steps\n");
  for (int row = 0; row < rows; ++row) {
    const float* sum = &sums[row * 3];
    std::printf("%3d   %-15.9g  %-15.9g  %-15.9g %3d %3d\n", row, sum[0], sum[1], sum[2], steps[row * 3 + 1],
                steps[row * 3 + 2]);
  }
  check(cudaFree(d_in), "cudaFree");
  check(cudaFree(d_sums), "cudaFree");
  check(cudaFree(d_steps), "cudaFree");
}
