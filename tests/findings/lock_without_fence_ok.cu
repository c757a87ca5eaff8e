// A lock with its fences.
struct Lock {
  int* taken;
  __device__ void Take() {
    while (atomicCAS(taken, 0, 1) != 0) {
    }
    __threadfence();
  }
  __device__ void GiveBack() {
    __threadfence();
    atomicExch(taken, 0);
  }
};

__global__ void count(int* taken, int* total, int rounds) {
  Lock lock{taken};
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x % 32 == 0) {
      lock.Take();
      (*total)++;
      lock.GiveBack();
    }
    __syncwarp();
  }
}

int main() {
  int* memory;
  cudaMalloc(&memory, 2 * sizeof(int));
  cudaMemset(memory, 0, 2 * sizeof(int));
  count<<<4, 64>>>(memory, memory + 1, 3);
  int total = 0;
  cudaMemcpy(&total, memory + 1, sizeof total, cudaMemcpyDeviceToHost);
  cudaFree(memory);
}
