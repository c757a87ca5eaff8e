// Lesson 28, a wrong attempt: a barrier between reading and writing, for the threads of one block.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// One step: half of the ink stays in its cell, an eighth goes to each neighbour. The rim keeps its ink.
__global__ void spread(int* ink, int height, int width) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  bool inside = row > 0 && row < height - 1 && column > 0 && column < width - 1;
  int i = row * width + column;
  int next = 0;
  if (inside) next = (4 * ink[i] + ink[i - width] + ink[i + width] + ink[i - 1] + ink[i + 1]) / 8;
  __syncthreads();
  if (inside) ink[i] = next;
}

int main(int argc, char** argv) {
  const int height = argc > 1 ? std::atoi(argv[1]) : 6;
  const int width = argc > 2 ? std::atoi(argv[2]) : 7;
  const int steps = argc > 3 ? std::atoi(argv[3]) : 2;
  const int cells = height * width;
  const std::vector<int> ink = lockstep::RandomInput<int>(cells, 0, 800);
  const std::size_t bytes = cells * sizeof(int);

  int *d_ink = nullptr, *d_other = nullptr;
  cudaMalloc(&d_ink, bytes);
  cudaMalloc(&d_other, bytes);
  cudaMemcpy(d_ink, ink.data(), bytes, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_ink, height, width);
  LOCKSTEP_PUBLISH(d_other, height, width);

  const dim3 block(4, 4), grid((width + 3) / 4, (height + 3) / 4);
  for (int step = 0; step < steps; ++step) {
    spread<<<grid, block>>>(d_ink, height, width);
  }

  int* d_result = d_ink;  // what the last step has written
  std::vector<int> found(cells);
  const cudaError_t error = cudaMemcpy(found.data(), d_result, bytes, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) std::printf("%4d", found[row * width + column]);
    std::printf("\n");
  }
  cudaFree(d_ink);
  cudaFree(d_other);
}
