// One of two blocks gets the cell: to look and to say so is one atomic.

__device__ int taken;

__global__ void Take(int* cell) {
  const int me = blockIdx.x;
  if (atomicCAS(&taken, 0, me + 1) != 0) return;
  __threadfence();
  cell[0] = me + 1;
}

int main() {
  int* cell;
  cudaMalloc(&cell, sizeof(int));
  Take<<<2, 1>>>(cell);
  cudaDeviceSynchronize();
  cudaFree(cell);
  return cudaGetLastError() != cudaSuccess;
}
