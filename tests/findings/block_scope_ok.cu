// Atomics of block scope within one block, of device scope between blocks; a flag that publishes what was written before it.
#include <cuda/atomic>

__device__ cuda::atomic<int, cuda::thread_scope_device> is_ready, is_fenced;
__device__ int message, other;

__global__ void count(int* counters, int* total) {
  __shared__ int here;
  if (threadIdx.x == 0) here = 0;
  __syncthreads();
  atomicAdd_block(&here, 1);
  atomicAdd_block(&counters[blockIdx.x], 1);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(total, here + counters[blockIdx.x]);
}

__global__ void hand_over(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    message = 42;
    is_ready.store(1, cuda::memory_order_release);
    other = 43;
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    is_fenced.store(1, cuda::memory_order_relaxed);
  } else {
    while (is_ready.load(cuda::memory_order_acquire) == 0) {
    }
    while (is_fenced.load(cuda::memory_order_acquire) == 0) {
    }
    *out = message + other;
  }
}

int main() {
  int* cells;
  cudaMalloc(&cells, 6 * sizeof(int));
  cudaMemset(cells, 0, 6 * sizeof(int));
  count<<<4, 32>>>(cells, cells + 4);
  hand_over<<<2, 32>>>(cells + 5);
  cudaDeviceSynchronize();
  cudaFree(cells);
}
