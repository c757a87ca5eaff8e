// Within one block, in a kernel without any barrier: a thread of each other warp reads what the first thread writes,
// whether it has said so or not.

__global__ void PassOn(int* data, int* flag, int* out) {
  if (threadIdx.x == 0) {
    *data = 7;  // expect: race-global
    __threadfence();
    atomicExch(flag, 1);
  } else if (threadIdx.x % 32 == 5) {
    const int is_set = atomicOr(flag, 0);
    __threadfence();
    out[threadIdx.x] = is_set + *data;
  }
}

int main() {
  int* cells;
  cudaMalloc(&cells, 130 * sizeof(int));
  cudaMemset(cells, 0, 130 * sizeof(int));
  PassOn<<<1, 128>>>(cells, cells + 1, cells + 2);
  cudaDeviceSynchronize();
  cudaFree(cells);
  return cudaGetLastError() != cudaSuccess;
}
