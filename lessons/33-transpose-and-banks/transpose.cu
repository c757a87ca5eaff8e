// A table is turned about its diagonal: at once, through a tile, and through a tile with
// one column more.
//
//   lockstep run transpose.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/publish.h"

constexpr int kTile = 32;  // a block has 32 x 32 threads, so a warp is a row of it

// in is h x w, out is w x h. Here h and w are multiples of kTile.
__global__ void at_once(const int* in, int* out, int h, int w) {
  int column = blockIdx.x * kTile + threadIdx.x;
  int row = blockIdx.y * kTile + threadIdx.y;
  out[column * h + row] = in[row * w + column];
}

__global__ void through_tile(const int* in, int* out, int h, int w) {
  __shared__ int tile[kTile][kTile];
  int x = threadIdx.x, y = threadIdx.y;
  int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  tile[y][x] = in[(top + y) * w + left + x];
  __syncthreads();
  int value = tile[x][y];
  out[(left + y) * h + top + x] = value;
}

__global__ void one_column_more(const int* in, int* out, int h, int w) {
  __shared__ int tile[kTile][kTile + 1];
  int x = threadIdx.x, y = threadIdx.y;
  int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  tile[y][x] = in[(top + y) * w + left + x];
  __syncthreads();
  int value = tile[x][y];
  out[(left + y) * h + top + x] = value;
}

int main() {
  const int h = kTile, w = 2 * kTile;
  std::vector<int> in(h * w);
  for (int row = 0; row < h; ++row)
    for (int column = 0; column < w; ++column) in[row * w + column] = 100 * row + column;

  int *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, in.size() * sizeof(int));
  cudaMalloc(&d_out, in.size() * sizeof(int));
  cudaMemcpy(d_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, h, w);
  LOCKSTEP_PUBLISH(d_out, w, h);

  const dim3 block(kTile, kTile), grid(w / kTile, h / kTile);
  at_once<<<grid, block>>>(d_in, d_out, h, w);
  through_tile<<<grid, block>>>(d_in, d_out, h, w);
  one_column_more<<<grid, block>>>(d_in, d_out, h, w);
  std::vector<int> out(in.size());
  const cudaError_t error = cudaMemcpy(out.data(), d_out, out.size() * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_out);
}
