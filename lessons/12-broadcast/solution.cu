// Lesson 12, the solved exercise: an answer's arrays are compared with those of this program.

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// How many planes, rows and columns an array has; or how far a step along each of them goes in memory.
struct Three {
  int planes, rows, columns;
};

__global__ void add(const int* a, Three step_a, const int* b, Three step_b, int* out, Three shape) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < shape.planes * shape.rows * shape.columns) {
    int column = i % shape.columns;
    int row = i / shape.columns % shape.rows;
    int plane = i / shape.columns / shape.rows;
    int at_a = plane * step_a.planes + row * step_a.rows + column * step_a.columns;
    int at_b = plane * step_b.planes + row * step_b.rows + column * step_b.columns;
    out[i] = a[at_a] + b[at_b];
  }
}

int cells(Three shape) { return shape.planes * shape.rows * shape.columns; }

// The strides of an array that lies in memory row by row. Along a direction with one cell only there is no step: 0.
Three strides(Three shape) {
  return {shape.planes > 1 ? shape.rows * shape.columns : 0, shape.rows > 1 ? shape.columns : 0,
          shape.columns > 1 ? 1 : 0};
}

int main(int argc, char** argv) {
  const auto number = [&](int i, int otherwise) { return argc > i ? std::atoi(argv[i]) : otherwise; };
  const Three shape_a = {number(1, 3), number(2, 1), number(3, 5)};
  const Three shape_b = {number(4, 1), number(5, 4), number(6, 1)};
  const Three shape = {std::max(shape_a.planes, shape_b.planes), std::max(shape_a.rows, shape_b.rows),
                       std::max(shape_a.columns, shape_b.columns)};
  const std::vector<int> a = lockstep::RandomInput<int>(cells(shape_a), 0, 99, 0);
  const std::vector<int> b = lockstep::RandomInput<int>(cells(shape_b), 100, 900, 1);

  int *d_a, *d_b, *d_out;
  cudaMalloc(&d_a, a.size() * sizeof(int));
  cudaMalloc(&d_b, b.size() * sizeof(int));
  cudaMalloc(&d_out, cells(shape) * sizeof(int));
  cudaMemcpy(d_a, a.data(), a.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b.data(), b.size() * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_a, shape_a.planes, shape_a.rows, shape_a.columns);
  LOCKSTEP_PUBLISH(d_b, shape_b.planes, shape_b.rows, shape_b.columns);
  LOCKSTEP_PUBLISH(d_out, shape.planes, shape.rows, shape.columns);

  const int threads = 32;
  const int blocks = (cells(shape) + threads - 1) / threads;
  add<<<blocks, threads>>>(d_a, strides(shape_a), d_b, strides(shape_b), d_out, shape);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_out);
}
