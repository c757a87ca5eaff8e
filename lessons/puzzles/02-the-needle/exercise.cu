// Puzzle 2: exactly one of the values is 100. Where does it stand?
//
// One thread looks at all cells. Find the place so that no thread makes more than 2 accesses.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// Writes into `place` which cell of `a` is 100. There is one such cell.
__global__ void find(const int* a, int* place, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    for (int k = 0; k < n; ++k)
      if (a[k] == 100) *place = k;
}

std::vector<int> Haystack(int n) {
  std::vector<int> values = lockstep::RandomInput<int>(n, 0, 99);
  values[lockstep::RandomInput<int>(1, 0, n - 1, 1)[0]] = 100;
  return values;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 24;
  const std::vector<int> a = Haystack(n);

  int *d_a, *d_place;
  cudaMalloc(&d_a, n * sizeof(int));
  cudaMalloc(&d_place, 1 * sizeof(int));
  cudaMemcpy(d_a, a.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_a, n);
  LOCKSTEP_PUBLISH(d_place, 1);

  find<<<(n + 7) / 8, 8>>>(d_a, d_place, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_a);
  cudaFree(d_place);
}
