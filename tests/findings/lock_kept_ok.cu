// The same lock, given back.
__global__ void add(int* lock, int* sum) {
  while (atomicCAS(lock, 0, 1) != 0) continue;
  __threadfence();
  *sum += 1;
  __threadfence();
  atomicExch(lock, 0);
}

int main() {
  int* memory;
  cudaMalloc(&memory, 2 * sizeof(int));
  cudaMemset(memory, 0, 2 * sizeof(int));
  add<<<4, 64>>>(memory, memory + 1);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(memory);
  return failed;
}
