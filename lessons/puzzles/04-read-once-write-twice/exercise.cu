// Puzzle 4: `out` has each value of `a` twice, side by side.
//
// A thread for each cell of `out` reads its value. So every value is read twice. Read 9 values with 9 reads.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

__global__ void twice(const int* a, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 2 * n) out[i] = a[i / 2];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 9;
  const std::vector<int> a = lockstep::RandomInput<int>(n, 0, 99);

  int *d_a, *d_out;
  cudaMalloc(&d_a, n * sizeof(int));
  cudaMalloc(&d_out, (2 * n) * sizeof(int));
  cudaMemcpy(d_a, a.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_a, n);
  LOCKSTEP_PUBLISH(d_out, 2 * n);

  twice<<<(2 * n + 7) / 8, 8>>>(d_a, d_out, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_a);
  cudaFree(d_out);
}
