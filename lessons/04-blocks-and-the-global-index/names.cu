// The name of a thread: in its block, and in the whole grid.
//
//   lockstep run names.cu [-- N [THREADS]]    N cells, blocks of THREADS threads

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#include "lockstep/publish.h"

// Each thread writes its name into the cell that it takes for its own.
// Here it knows only its number in the block.
__global__ void short_names(int* block, int* thread, int n) {
  int i = threadIdx.x;
  if (i < n) {
    block[i] = blockIdx.x;
    thread[i] = threadIdx.x;
  }
}

// Here it counts the threads of the blocks before its own, too.
__global__ void full_names(int* block, int* thread, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    block[i] = blockIdx.x;
    thread[i] = threadIdx.x;
  }
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 9;
  const int threads = argc > 2 ? std::atoi(argv[2]) : 4;
  const int blocks = n / threads + 1;
  const std::size_t bytes = n * sizeof(int);

  int *d_block = nullptr, *d_thread = nullptr;
  cudaMalloc(&d_block, bytes);
  cudaMalloc(&d_thread, bytes);
  LOCKSTEP_PUBLISH(d_block, n);
  LOCKSTEP_PUBLISH(d_thread, n);

  short_names<<<blocks, threads>>>(d_block, d_thread, n);
  full_names<<<blocks, threads>>>(d_block, d_thread, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_block);
  cudaFree(d_thread);
}
