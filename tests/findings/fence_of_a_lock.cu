// A lock that is taken without a fence, or with one that reaches the block only, does not order the writes after it.
// flags: --count fence-missing
// told: then writes `last` with no fence between
__device__ int locks[3], last, seen[2];

__device__ void Take(int* lock) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
}

__device__ void GiveBack(int* lock) {
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void NoFence() {
  if (threadIdx.x != 0) return;
  Take(&locks[0]);
  last = blockIdx.x;  // expect: fence-missing
  GiveBack(&locks[0]);
}

__global__ void FenceOfTheBlock() {
  if (threadIdx.x != 0) return;
  Take(&locks[1]);
  __threadfence_block();
  seen[0] = blockIdx.x;  // expect: fence-missing
  GiveBack(&locks[1]);
}

__global__ void ReadsBehindFenceOfTheBlock(int* out) {
  if (threadIdx.x != 0) return;
  Take(&locks[2]);
  __threadfence_block();
  out[blockIdx.x] = seen[1]++;  // expect: fence-missing
  GiveBack(&locks[2]);
}

int main() {
  int* out;
  cudaMalloc(&out, 4 * sizeof(int));
  NoFence<<<4, 32>>>();
  FenceOfTheBlock<<<4, 32>>>();
  ReadsBehindFenceOfTheBlock<<<4, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
