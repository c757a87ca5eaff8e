// Atomics of block scope, and a flag that publishes nothing, between blocks.
// told: by atomics, of which one holds within its block only
#include <cuda/atomic>

__device__ cuda::atomic<int, cuda::thread_scope_device> is_ready;
__device__ int message;

__global__ void count(int* counter, int* parity) {
  atomicAdd_block(counter, 1);  // expect: race-atomic
  cuda::atomic_ref<int, cuda::thread_scope_block>(*parity).fetch_xor(1);  // expect: race-atomic
}

__global__ void hand_over(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    message = 42;  // expect: race-global
    is_ready.store(1, cuda::memory_order_relaxed);
  } else {
    while (is_ready.load(cuda::memory_order_acquire) == 0) {
    }
    *out = message;
  }
}

int main() {
  int* cells;
  cudaMalloc(&cells, 3 * sizeof(int));
  cudaMemset(cells, 0, 3 * sizeof(int));
  count<<<4, 32>>>(cells, cells + 1);
  hand_over<<<2, 32>>>(cells + 2);
  cudaDeviceSynchronize();
  cudaFree(cells);
}
