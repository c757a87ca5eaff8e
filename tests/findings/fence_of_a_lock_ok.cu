// A fence follows where the lock is taken: one that reaches other blocks, or, between the threads of one block, the block.
// flags: --count fence-missing
__device__ int locks[2], last, seen[2];

__device__ void Take(int* lock) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
}

__device__ void GiveBack(int* lock) {
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void Blocks(int* out) {
  if (threadIdx.x != 0) return;
  Take(&locks[0]);
  __threadfence();
  last = blockIdx.x;
  out[blockIdx.x] = seen[0]++;
  GiveBack(&locks[0]);
}

__global__ void Warps(int* out) {
  if (threadIdx.x % 32 != 0) return;
  Take(&locks[1]);
  __threadfence_block();
  out[threadIdx.x / 32] = seen[1]++;
  GiveBack(&locks[1]);
}

int main() {
  int* out;
  cudaMalloc(&out, 4 * sizeof(int));
  Blocks<<<4, 32>>>(out);
  Warps<<<1, 128>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
