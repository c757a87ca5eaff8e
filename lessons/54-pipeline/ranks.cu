// How many numbers are smaller? The tiles come through a register, or by asynchronous copies: one tile ahead, two tiles
// ahead, and two tiles ahead with cuda::pipeline.
//
//   lockstep run ranks.cu

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/pipeline>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

constexpr int kTile = 8;  // a tile is 8 numbers, a block 8 threads

// Here n is a multiple of kTile.
__global__ void by_register(const int* in, int* ranks, int n) {
  __shared__ int tiles[2][kTile];
  int t = threadIdx.x;
  int mine = in[blockIdx.x * kTile + t];
  int rank = 0;
  int value = in[t];
  for (int p = 0; p < n / kTile; ++p) {
    tiles[p % 2][t] = value;
    __syncthreads();
    int next = p + 1;
    if (next < n / kTile) value = in[next * kTile + t];
    for (int k = 0; k < kTile; ++k) rank += tiles[p % 2][k] < mine;
  }
  ranks[blockIdx.x * kTile + t] = rank;
}

__global__ void two_stages(const int* in, int* ranks, int n) {
  __shared__ int tiles[2][kTile];
  int t = threadIdx.x;
  int mine = in[blockIdx.x * kTile + t];
  int rank = 0;
  __pipeline_memcpy_async(&tiles[0][t], &in[t], sizeof(int));
  __pipeline_commit();
  for (int p = 0; p < n / kTile; ++p) {
    __pipeline_wait_prior(0);
    __syncthreads();
    int next = p + 1, s = next % 2;
    if (next < n / kTile) {
      __pipeline_memcpy_async(&tiles[s][t], &in[next * kTile + t], sizeof(int));
    }
    __pipeline_commit();
    for (int k = 0; k < kTile; ++k) rank += tiles[p % 2][k] < mine;
  }
  ranks[blockIdx.x * kTile + t] = rank;
}

__global__ void three_stages(const int* in, int* ranks, int n) {
  __shared__ int tiles[3][kTile];
  int t = threadIdx.x;
  int mine = in[blockIdx.x * kTile + t];
  int rank = 0;
  for (int first = 0; first < 2; ++first) {
    __pipeline_memcpy_async(&tiles[first][t], &in[first * kTile + t], sizeof(int));
    __pipeline_commit();
  }
  for (int p = 0; p < n / kTile; ++p) {
    __pipeline_wait_prior(1);
    __syncthreads();
    int next = p + 2, s = next % 3;
    if (next < n / kTile) {
      __pipeline_memcpy_async(&tiles[s][t], &in[next * kTile + t], sizeof(int));
    }
    __pipeline_commit();
    for (int k = 0; k < kTile; ++k) rank += tiles[p % 3][k] < mine;
  }
  ranks[blockIdx.x * kTile + t] = rank;
}

__global__ void with_pipeline(const int* in, int* ranks, int n) {
  __shared__ int tiles[3][kTile];
  int t = threadIdx.x;
  int mine = in[blockIdx.x * kTile + t];
  int rank = 0;
  auto pipe = cuda::make_pipeline();
  for (int first = 0; first < 2; ++first) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tiles[first][t], &in[first * kTile + t], sizeof(int), pipe);
    pipe.producer_commit();
  }
  for (int p = 0; p < n / kTile; ++p) {
    pipe.consumer_wait();
    __syncthreads();
    int next = p + 2, s = next % 3;
    pipe.producer_acquire();
    if (next < n / kTile) {
      cuda::memcpy_async(&tiles[s][t], &in[next * kTile + t], sizeof(int), pipe);
    }
    pipe.producer_commit();
    for (int k = 0; k < kTile; ++k) rank += tiles[p % 3][k] < mine;
    pipe.consumer_release();
  }
  ranks[blockIdx.x * kTile + t] = rank;
}

int main() {
  const int n = 5 * kTile;
  const std::vector<int> in = lockstep::RandomInput<int>(n, 10, 99);

  int *d_in = nullptr, *d_ranks = nullptr;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_ranks, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_in, n / kTile, kTile);
  LOCKSTEP_PUBLISH(d_ranks, n / kTile, kTile);

  by_register<<<n / kTile, kTile>>>(d_in, d_ranks, n);
  two_stages<<<n / kTile, kTile>>>(d_in, d_ranks, n);
  three_stages<<<n / kTile, kTile>>>(d_in, d_ranks, n);
  with_pipeline<<<n / kTile, kTile>>>(d_in, d_ranks, n);
  std::vector<int> ranks(n);
  const cudaError_t error = cudaMemcpy(ranks.data(), d_ranks, n * sizeof(int), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_in);
  cudaFree(d_ranks);
}
