// Each thread writes its value and, unless it is the last thread, a zero behind it. That the last thread gets the last
// slot is so only where threads come in the order of their numbers.

#include <cstdio>

__device__ int used;

__global__ void Append(int* slots, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int slot = atomicAdd(&used, 1);
  atomicExch(&slots[slot], i);
  if (i < n - 1) atomicCAS(&slots[slot + 1], -1, 0);  // expect: out-of-bounds-global
}

int main() {
  constexpr int kCount = 96;
  int* slots;
  cudaMalloc(&slots, kCount * sizeof(int));
  cudaMemset(slots, 0xff, kCount * sizeof(int));
  Append<<<3, 32>>>(slots, kCount);
  cudaDeviceSynchronize();
  cudaFree(slots);
  return cudaGetLastError() != cudaSuccess;
}
