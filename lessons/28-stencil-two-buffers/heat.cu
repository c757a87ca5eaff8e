// Heat on a metal plate: each step makes a cell's temperature from its own and those of its four neighbours.
//
//   lockstep run heat.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <utility>
#include <vector>

#include "lockstep/publish.h"

// One step from one array into another. The rim keeps its temperature.
__global__ void step_apart(const float* from, float* to, int height, int width) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && column < width) {
    int i = row * width + column;
    bool top_left = row == 0 || column == 0;
    bool bottom_right = row == height - 1 || column == width - 1;
    if (top_left || bottom_right) {
      to[i] = from[i];
    } else {
      float up_down = from[i - width] + from[i + width];
      float left_right = from[i - 1] + from[i + 1];
      to[i] = from[i] / 2 + (up_down + left_right) / 8;
    }
  }
}

// The same in one array.
__global__ void step_in_place(float* plate, int height, int width) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && column < width) {
    int i = row * width + column;
    bool top_left = row == 0 || column == 0;
    bool bottom_right = row == height - 1 || column == width - 1;
    if (!top_left && !bottom_right) {
      float up_down = plate[i - width] + plate[i + width];
      float left_right = plate[i - 1] + plate[i + 1];
      plate[i] = plate[i] / 2 + (up_down + left_right) / 8;
    }
  }
}

int main() {
  const int height = 8, width = 8, cells = height * width;
  std::vector<float> start(cells, 0.0f);
  start[3 * width + 3] = 64;  // degrees
  const std::size_t bytes = cells * sizeof(float);

  float *d_a = nullptr, *d_b = nullptr, *d_plate = nullptr;
  cudaMalloc(&d_a, bytes);
  cudaMalloc(&d_b, bytes);
  cudaMalloc(&d_plate, bytes);
  cudaMemcpy(d_a, start.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_plate, start.data(), bytes, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_a, height, width);
  LOCKSTEP_PUBLISH(d_b, height, width);
  LOCKSTEP_PUBLISH(d_plate, height, width);

  const dim3 block(4, 4), grid(2, 2);
  float *d_from = d_a, *d_to = d_b;
  for (int step = 0; step < 3; ++step) {
    step_apart<<<grid, block>>>(d_from, d_to, height, width);
    std::swap(d_from, d_to);
  }
  step_in_place<<<grid, block>>>(d_plate, height, width);

  std::vector<float> result(cells);
  const cudaError_t error = cudaMemcpy(result.data(), d_from, bytes, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) std::printf("%7.2f", result[row * width + column]);
    std::printf("\n");
  }
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_plate);
}
