// A published shape counts cells of the published type, also where kernels have another view of the array, and is left
// out where the array has no room for it.
//
// query: writes to numbers => numbers[4]
// query: writes to few => few[0]

#include <cuda_runtime.h>

#include "lockstep/publish.h"

__global__ void fill(float4* groups, int* one) {
  groups[threadIdx.x] = {1, 2, 3, 4};
  if (threadIdx.x == 0) *one = 5;
}

int main() {
  float* numbers = nullptr;
  int* few = nullptr;
  cudaMalloc(&numbers, 16 * sizeof(float));
  cudaMalloc(&few, 4 * sizeof(int));
  LOCKSTEP_PUBLISH(numbers, 16);
  LOCKSTEP_PUBLISH(few, 100);
  fill<<<1, 4>>>(reinterpret_cast<float4*>(numbers), few);
  cudaDeviceSynchronize();
  cudaFree(few);
  cudaFree(numbers);
}
