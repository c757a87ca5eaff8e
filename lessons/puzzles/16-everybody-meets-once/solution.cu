// Puzzle 16, solved: answers are compared with what this program does.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// Each two of the n teams meet: `games[p * n + q]` and `games[q * n + p]` are the distance of p and q. n is odd.
__global__ void meet(const int* x, int* games, int n) {
  int p = threadIdx.x, q = (p + 1 + threadIdx.y) % n;
  games[p * n + q] = games[q * n + p] = abs(x[p] - x[q]);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 7;  // odd
  const std::vector<int> x = lockstep::RandomInput<int>(n, 0, 99);

  int *d_x, *d_games;
  cudaMalloc(&d_x, n * sizeof(int));
  cudaMalloc(&d_games, n * n * sizeof(int));
  cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_games, 0, n * n * sizeof(int));
  LOCKSTEP_PUBLISH(d_x, n);
  LOCKSTEP_PUBLISH(d_games, n, n);

  meet<<<1, dim3(n, n / 2)>>>(d_x, d_games, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_x);
  cudaFree(d_games);
}
