// Puzzle 38, solved: answers are compared with what this program does.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// A block for each drawer of n gloves: `single` gets the number that is there only once. It comes with zeros.
__global__ void find(const int* gloves, int* single, int n) {
  int t = threadIdx.x;
  const int* drawer = gloves + blockIdx.x * n;
  if (t >= n) return;
  atomicXor(&single[blockIdx.x], drawer[t]);
}

// Pairs of different numbers and a single one, all mixed up.
std::vector<int> Gloves(int drawers, int n) {
  const std::vector<int> more = lockstep::RandomInput<int>(drawers * n, 1, 99);
  const std::vector<int> places = lockstep::RandomInput<int>(drawers * n, 0, n - 1, 1);
  std::vector<int> gloves(drawers * n);
  for (int d = 0; d < drawers; ++d) {
    int* drawer = &gloves[d * n];
    for (int k = 0; k < n; ++k) drawer[k] = 100 * (k / 2) + more[d * n + k / 2];
    for (int k = 0; k < n; ++k) std::swap(drawer[k], drawer[places[d * n + k]]);
  }
  return gloves;
}

int main(int argc, char** argv) {
  const int drawers = argc > 1 ? std::atoi(argv[1]) : 1;
  const int n = argc > 2 ? std::atoi(argv[2]) : 33;  // an odd number
  const std::vector<int> gloves = Gloves(drawers, n);

  int *d_gloves, *d_single;
  cudaMalloc(&d_gloves, (drawers * n) * sizeof(int));
  cudaMalloc(&d_single, drawers * sizeof(int));
  cudaMemcpy(d_gloves, gloves.data(), (drawers * n) * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_single, 0, drawers * sizeof(int));
  LOCKSTEP_PUBLISH(d_gloves, drawers, n);
  LOCKSTEP_PUBLISH(d_single, drawers);

  find<<<drawers, 64>>>(d_gloves, d_single, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_gloves);
  cudaFree(d_single);
}
