// Puzzle 44: how many days have the months? A year without a 29th of February.
//
// Each thread has a table of twelve numbers and looks up one. Do it without local memory.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lockstep/input.h"
#include "lockstep/publish.h"

// `days` gets the days of each month; January is 0.
__global__ void look_up(const int* months, int* days, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int month = months[i];
  const int table[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  days[i] = table[month];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 32;
  const std::vector<int> months = lockstep::RandomInput<int>(n, 0, 11);

  int *d_months, *d_days;
  cudaMalloc(&d_months, n * sizeof(int));
  cudaMalloc(&d_days, n * sizeof(int));
  cudaMemcpy(d_months, months.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  LOCKSTEP_PUBLISH(d_months, n);
  LOCKSTEP_PUBLISH(d_days, n);

  look_up<<<(n + 31) / 32, 32>>>(d_months, d_days, n);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "CUDA says: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(d_months);
  cudaFree(d_days);
}
