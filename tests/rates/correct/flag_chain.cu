#include <cstdio>
#include <cuda/atomic>

// Block b adds its part to what block b-1 handed on. Tickets make sure that a block waits only for blocks that run.
__device__ unsigned ticket = 0;

__global__ void chain(const int* in, int* prefix, int* ready, int perBlock) {
  __shared__ unsigned id;
  __shared__ int before;
  if (threadIdx.x == 0) id = atomicAdd(&ticket, 1u);
  __syncthreads();
  int x = in[id * perBlock + threadIdx.x];
  int sum = __reduce_add_sync(0xffffffffu, x);
  if (threadIdx.x == 0) {
    int p = 0;
    if (id > 0) {
      cuda::atomic_ref<int, cuda::thread_scope_device> flag(ready[id - 1]);
      while (flag.load(cuda::memory_order_acquire) == 0) __nanosleep(20);
      p = prefix[id - 1];
    }
    before = p;
    prefix[id] = p + sum;
    cuda::atomic_ref<int, cuda::thread_scope_device>(ready[id]).store(1, cuda::memory_order_release);
  }
  __syncthreads();
  if (before < 0) __trap();
}

int main() {
  const int blocks = 12, perBlock = 32, n = blocks * perBlock;
  int h[n], p[blocks], *in, *prefix, *ready;
  for (int i = 0; i < n; ++i) h[i] = 1;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&prefix, sizeof p);
  cudaMalloc(&ready, sizeof p);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(ready, 0, sizeof p);
  chain<<<blocks, perBlock>>>(in, prefix, ready, perBlock);
  cudaMemcpy(p, prefix, sizeof p, cudaMemcpyDeviceToHost);
  printf("%d of %d\n", p[blocks - 1], n);
  cudaFree(in);
  cudaFree(prefix);
  cudaFree(ready);
  return 0;
}
