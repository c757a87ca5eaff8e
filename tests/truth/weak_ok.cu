// The same messages with order enough.
#include <cuda/atomic>

__global__ void fences(int* data, volatile int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    out[0] = data[0];
  }
}

__global__ void release(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  cuda::atomic_ref<int, cuda::thread_scope_device> signal(*flag);
  if (blockIdx.x == 0) {
    data[0] = 42;
    signal.store(1, cuda::memory_order_release);
  } else {
    while (signal.load(cuda::memory_order_acquire) == 0) {
    }
    out[0] = data[0];
  }
}

__device__ void add(int* lock, int* total) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *total += 1;
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void locked(int* lock, int* total) {
  if (threadIdx.x == 0) add(lock, total);
}

// A scope of the block is enough within it.
__global__ void in_block(int* data, int* out) {
  __shared__ int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data[0] = 42;
    __threadfence_block();
    atomicExch_block(&flag, 1);
  } else if (threadIdx.x == 32) {
    while (atomicAdd_block(&flag, 0) == 0) {
    }
    __threadfence_block();
    out[0] = data[0];
  }
}

int main() {
  int* memory;
  cudaMalloc(&memory, 64 * sizeof(int));
  cudaMemset(memory, 0, 64 * sizeof(int));
  fences<<<2, 32>>>(memory, memory + 1, memory + 2);
  release<<<2, 32>>>(memory + 3, memory + 4, memory + 5);
  locked<<<4, 32>>>(memory + 6, memory + 7);
  in_block<<<1, 64>>>(memory + 8, memory + 9);
  cudaDeviceSynchronize();
  cudaFree(memory);
}
