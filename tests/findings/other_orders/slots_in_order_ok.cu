// Each thread writes its value and, unless it has got the last slot, a zero behind it.

#include <cstdio>

__device__ int used;

__global__ void Append(int* slots, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int slot = atomicAdd(&used, 1);
  atomicExch(&slots[slot], i);
  if (slot < n - 1) atomicCAS(&slots[slot + 1], -1, 0);
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
