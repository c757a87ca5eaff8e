// Of two blocks that want the same cell, each looks whether the other one has it, and only then says that it has it
// itself: both may find it free. In the order of their numbers the second one never does.

__device__ int wants[2];

__global__ void Take(int* cell) {
  const int me = blockIdx.x, other = 1 - me;
  if (atomicAdd(&wants[other], 0) != 0) return;
  __threadfence();
  atomicExch(&wants[me], 1);
  cell[0] = me + 1;  // expect: race-global
}

int main() {
  int* cell;
  cudaMalloc(&cell, sizeof(int));
  Take<<<2, 1>>>(cell);
  cudaDeviceSynchronize();
  cudaFree(cell);
  return cudaGetLastError() != cudaSuccess;
}
