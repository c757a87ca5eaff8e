// Four blocks take a lock that nobody gives back: the others wait for ever, in any order of threads.
__global__ void add(int* lock, int* sum) {
  while (atomicCAS(lock, 0, 1) != 0) continue;  // expect: deadlock
  __threadfence();
  *sum += 1;
}

int main() {
  int* memory;
  cudaMalloc(&memory, 2 * sizeof(int));  // lockstep: allow leak
  cudaMemset(memory, 0, 2 * sizeof(int));
  add<<<4, 64>>>(memory, memory + 1);
  return cudaDeviceSynchronize() == cudaSuccess;
}
