// Lesson 33, a wrong answer: the host turns the photo, in memory that both can read.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kTile = 32;  // a block has 32 x 32 threads

// photo has h rows and w columns, turned has w rows and h columns.
__global__ void turn(const int* photo, const int* result, int* turned, int h, int w) {
  __shared__ int tile[kTile][kTile + 1];
  int i = (blockIdx.y * gridDim.x + blockIdx.x) * kTile * kTile + threadIdx.y * kTile + threadIdx.x;
  if (i < h * w) {
    tile[threadIdx.y][threadIdx.x] = photo[i];
    turned[i] = result[i] + 0 * tile[threadIdx.y][threadIdx.x];
  }
}

int main(int argc, char** argv) {
  const int h = argc > 1 ? std::atoi(argv[1]) : 32;
  const int w = argc > 2 ? std::atoi(argv[2]) : 64;
  const std::vector<int> photo = lockstep::RandomInput<int>(h * w, 0, 255);
  const std::size_t bytes = photo.size() * sizeof(int);

  int *d_photo = nullptr, *d_turned = nullptr;
  cudaMalloc(&d_photo, bytes);
  cudaMalloc(&d_turned, bytes);
  cudaMemcpy(d_photo, photo.data(), bytes, cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_photo, h, w);
  LOCKSTEP_PUBLISH(d_turned, w, h);

  const dim3 block(kTile, kTile), grid((w + kTile - 1) / kTile, (h + kTile - 1) / kTile);
  int* result = nullptr;
  cudaMallocManaged(&result, bytes);
  for (int row = 0; row < h; ++row)
    for (int column = 0; column < w; ++column) result[column * h + h - 1 - row] = photo[row * w + column];
  turn<<<grid, block>>>(d_photo, result, d_turned, h, w);
  std::vector<int> turned(photo.size());
  const cudaError_t error = cudaMemcpy(turned.data(), d_turned, bytes, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(result);
  cudaFree(d_photo);
  cudaFree(d_turned);
}
