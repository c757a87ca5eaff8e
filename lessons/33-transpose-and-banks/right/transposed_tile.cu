// Lesson 33, a right answer: the tile is turned when it is filled.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kTile = 32;  // a block has 32 x 32 threads

// photo has h rows and w columns, turned has w rows and h columns.
__global__ void turn(const int* photo, int* turned, int h, int w) {
  __shared__ int tile[kTile][kTile + 1];
  int x = threadIdx.x, y = threadIdx.y;
  int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  if (top + y < h && left + x < w) tile[x][y] = photo[(top + y) * w + left + x];
  __syncthreads();
  int row = top + x, column = left + y;
  if (row < h && column < w) turned[column * h + h - 1 - row] = tile[y][x];
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
  turn<<<grid, block>>>(d_photo, d_turned, h, w);
  std::vector<int> turned(photo.size());
  const cudaError_t error = cudaMemcpy(turned.data(), d_turned, bytes, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_photo);
  cudaFree(d_turned);
}
