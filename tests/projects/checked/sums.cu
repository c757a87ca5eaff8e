#include "sums.h"

// Each thread adds its neighbour's part to its own.
__global__ void add_neighbour(const int* in, int* out, bool waits) {
  __shared__ int part[64];
  part[threadIdx.x] = in[threadIdx.x];
  if (waits) __syncthreads();
  out[threadIdx.x] = part[threadIdx.x] + part[(threadIdx.x + 32) % 64];
}

void AddNeighbours(const int* in, int* out, bool waits) { add_neighbour<<<1, 64>>>(in, out, waits); }

int* MakeParts() {
  int* parts = nullptr;
  cudaMalloc(&parts, 64 * sizeof(int));
  cudaMemset(parts, 0, 64 * sizeof(int));
  return parts;
}
