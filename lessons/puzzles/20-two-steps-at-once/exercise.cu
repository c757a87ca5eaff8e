// Puzzle 20: twice, each cell becomes the sum of itself and its two neighbours.
//
// The second step needs what other blocks have made in the first, so there are two launches. Do it with 1.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// Each cell becomes the sum of itself and its two neighbours, in a ring of n.
__global__ void smooth(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int left = (i + n - 1) % n, right = (i + 1) % n;
  out[i] = in[left] + in[i] + in[right];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 20;
  const std::vector<int> a = lockstep::RandomInput<int>(n, 0, 99);

  int *d_a, *d_b, *d_c;
  cudaMalloc(&d_a, n * sizeof(int));
  cudaMalloc(&d_b, n * sizeof(int));
  cudaMalloc(&d_c, n * sizeof(int));
  cudaMemcpy(d_a, a.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_a, n);
  LOCKSTEP_PUBLISH(d_c, n);

  smooth<<<(n + 7) / 8, 8>>>(d_a, d_b, n);
  smooth<<<(n + 7) / 8, 8>>>(d_b, d_c, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);
}
