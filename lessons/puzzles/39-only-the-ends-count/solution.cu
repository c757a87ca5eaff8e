// Puzzle 39, solved: answers are compared with what this program does.

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// `counts` comes with zeros. Equal subjects stand side by side.
__global__ void count(const int* subjects, int* counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int mine = subjects[i];
  if (i == 0 || subjects[i - 1] != mine) atomicSub(&counts[mine], i);
  if (i == n - 1 || subjects[i + 1] != mine) atomicAdd(&counts[mine], i + 1);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 100;
  const int kinds = argc > 2 ? std::atoi(argv[2]) : 6;
  std::vector<int> subjects = lockstep::RandomInput<int>(n, 0, kinds - 1);
  std::sort(subjects.begin(), subjects.end());

  int *d_subjects, *d_counts;
  cudaMalloc(&d_subjects, n * sizeof(int));
  cudaMalloc(&d_counts, kinds * sizeof(int));
  cudaMemcpy(d_subjects, subjects.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_counts, 0, kinds * sizeof(int));
  LOCKSTEP_PUBLISH(d_subjects, n);
  LOCKSTEP_PUBLISH(d_counts, kinds);

  count<<<(n + 31) / 32, 32>>>(d_subjects, d_counts, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_subjects);
  cudaFree(d_counts);
}
