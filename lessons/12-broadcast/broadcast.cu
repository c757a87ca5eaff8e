// One column, one row, and all sums of the two: broadcast, with strides.
//
//   lockstep run broadcast.cu

#include <cuda_runtime.h>

#include <cstdio>

#include "lockstep/publish.h"

// Each thread knows by itself which cells it needs.
__global__ void add_all(const int* column, const int* row, int* sum, int height, int width) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < height && c < width) {
    sum[r * width + c] = column[r] + row[c];
  }
}

// How far a step down and a step to the right go in memory.
struct Strides {
  int down, right;
};

// The same for arrays of any strides. A stride of 0 stays where it is.
__global__ void add_strided(const int* a, Strides of_a, const int* b, Strides of_b, int* sum, int height, int width) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < height && c < width) {
    int at_a = r * of_a.down + c * of_a.right;
    int at_b = r * of_b.down + c * of_b.right;
    sum[r * width + c] = a[at_a] + b[at_b];
  }
}

// Turned by its strides: rows become columns, and not a cell moves.
__global__ void turn(const int* a, Strides of_a, int* out, int height, int width) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < height && c < width) {
    out[r * width + c] = a[r * of_a.down + c * of_a.right];
  }
}

int main() {
  const int height = 4, width = 5, bytes = height * width * sizeof(int);
  const int column[height] = {10, 20, 30, 40};
  const int row[width] = {1, 2, 3, 4, 5};

  int *d_column, *d_row, *d_sum, *d_same, *d_turned;
  cudaMalloc(&d_column, sizeof column);
  cudaMalloc(&d_row, sizeof row);
  cudaMalloc(&d_sum, bytes);
  cudaMalloc(&d_same, bytes);
  cudaMalloc(&d_turned, bytes);
  cudaMemcpy(d_column, column, sizeof column, cudaMemcpyHostToDevice);
  cudaMemcpy(d_row, row, sizeof row, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_column, height, 1);
  LOCKSTEP_PUBLISH(d_row, 1, width);
  LOCKSTEP_PUBLISH(d_sum, height, width);
  LOCKSTEP_PUBLISH(d_same, height, width);
  LOCKSTEP_PUBLISH(d_turned, width, height);

  const dim3 block(8, 8);
  add_all<<<1, block>>>(d_column, d_row, d_sum, height, width);
  add_strided<<<1, block>>>(d_column, {1, 0}, d_row, {0, 1}, d_same, height, width);
  turn<<<1, block>>>(d_sum, {1, width}, d_turned, width, height);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_column);
  cudaFree(d_row);
  cudaFree(d_sum);
  cudaFree(d_same);
  cudaFree(d_turned);
}
