// Locks whose holder has no fence, or one that does not reach the other block.
// counts: fence-missing

__device__ void take(int* lock) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
}

// Only written, never read.
__global__ void write_without_fence(int* lock, int* last) {
  if (threadIdx.x != 0) return;
  take(lock);
  *last = blockIdx.x;  // expect: fence-missing
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void fence_of_the_block(int* lock, int* last) {
  if (threadIdx.x != 0) return;
  take(lock);
  __threadfence_block();
  *last = blockIdx.x;  // expect: fence-missing
  __threadfence();
  atomicExch(lock, 0);
}

// The one that gives the lock back has no fence.
__global__ void no_fence_before_giving(int* lock, int* total) {
  if (threadIdx.x != 0) return;
  take(lock);
  __threadfence();
  *total += 1;  // expect: lost-update
  atomicExch(lock, 0);
}

int main() {
  int* memory;
  cudaMalloc(&memory, 64 * sizeof(int));
  cudaMemset(memory, 0, 64 * sizeof(int));
  write_without_fence<<<2, 32>>>(memory, memory + 1);
  fence_of_the_block<<<2, 32>>>(memory + 2, memory + 3);
  no_fence_before_giving<<<2, 32>>>(memory + 4, memory + 5);
  cudaDeviceSynchronize();
  cudaFree(memory);
}
