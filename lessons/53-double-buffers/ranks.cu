// How many numbers are smaller? Each thread compares its number with all others, a tile at a time: with one buffer,
// with two, and with two that are asked for early.
//
//   lockstep run ranks.cu

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kTile = 8;  // a tile is 8 numbers, a block 8 threads

// Here n is a multiple of kTile.
__global__ void one_buffer(const int* in, int* ranks, int n) {
  __shared__ int tile[kTile];
  int t = threadIdx.x;
  int mine = in[blockIdx.x * kTile + t];
  int rank = 0;
  for (int p = 0; p < n / kTile; ++p) {
    tile[t] = in[p * kTile + t];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) rank += tile[k] < mine;
    __syncthreads();
  }
  ranks[blockIdx.x * kTile + t] = rank;
}

__global__ void two_buffers(const int* in, int* ranks, int n) {
  __shared__ int tiles[2][kTile];
  int t = threadIdx.x;
  int mine = in[blockIdx.x * kTile + t];
  int rank = 0;
  for (int p = 0; p < n / kTile; ++p) {
    int b = p % 2;
    tiles[b][t] = in[p * kTile + t];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) rank += tiles[b][k] < mine;
  }
  ranks[blockIdx.x * kTile + t] = rank;
}

__global__ void asked_early(const int* in, int* ranks, int n) {
  __shared__ int tiles[2][kTile];
  int t = threadIdx.x;
  int mine = in[blockIdx.x * kTile + t];
  int rank = 0;
  int next = in[t];
  for (int p = 0; p < n / kTile; ++p) {
    int b = p % 2;
    tiles[b][t] = next;
    __syncthreads();
    if ((p + 1) * kTile < n) next = in[(p + 1) * kTile + t];
    for (int k = 0; k < kTile; ++k) rank += tiles[b][k] < mine;
  }
  ranks[blockIdx.x * kTile + t] = rank;
}

int main() {
  const int n = 4 * kTile;
  const std::vector<int> in = lockstep::RandomInput<int>(n, 10, 99);

  int *d_in = nullptr, *d_ranks = nullptr;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_ranks, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, n / kTile, kTile);
  LOCKSTEP_PUBLISH(d_ranks, n / kTile, kTile);

  one_buffer<<<n / kTile, kTile>>>(d_in, d_ranks, n);
  two_buffers<<<n / kTile, kTile>>>(d_in, d_ranks, n);
  asked_early<<<n / kTile, kTile>>>(d_in, d_ranks, n);
  std::vector<int> ranks(n);
  const cudaError_t error = cudaMemcpy(ranks.data(), d_ranks, n * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_ranks);
}
