// Messages between blocks, and what orders them too little: rows of the litmus tests that are told.
// counts: fence-missing
#include <cuda/atomic>

// Plain data, and no order at all.
__global__ void no_order(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;  // expect: race-global
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    out[0] = data[0];
  }
}

// The fence holds within the writer's block only.
__global__ void small_fence(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;  // expect: race-global
    __threadfence_block();
    atomicExch(flag, 1);
  } else {
    while (atomicAdd(flag, 0) == 0) {
    }
    __threadfence();
    out[0] = data[0];
  }
}

// A release that reaches the writer's block only.
__global__ void small_release(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  cuda::atomic_ref<int, cuda::thread_scope_block> signal(*flag);
  if (blockIdx.x == 0) {
    data[0] = 42;  // expect: race-global
    signal.store(1, cuda::memory_order_release);  // expect: race-atomic
  } else {
    while (signal.load(cuda::memory_order_acquire) == 0) {  // expect: race-atomic
    }
    out[0] = data[0];
  }
}

// The reader has no fence.
__global__ void reader_without(int* data, volatile int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    out[0] = data[0];  // expect: fence-missing
  }
}

// Data that is volatile too: the value may be old all the same.
__global__ void volatile_data(volatile int* data, volatile int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    out[0] = data[0];  // missed: fence-missing
  }
}

// Both may read 0: only a fence between would forbid it.
__global__ void store_buffer(volatile int* mine, volatile int* yours, int* out) {
  if (threadIdx.x != 0) return;
  volatile int* first = blockIdx.x == 0 ? mine : yours;
  volatile int* second = blockIdx.x == 0 ? yours : mine;
  *first = 1;
  out[blockIdx.x] = *second;  // missed: fence-missing
}

int main() {
  int* memory;
  cudaMalloc(&memory, 256 * sizeof(int));
  cudaMemset(memory, 0, 256 * sizeof(int));
  no_order<<<2, 32>>>(memory, memory + 8, memory + 16);
  small_fence<<<2, 32>>>(memory + 24, memory + 32, memory + 40);
  small_release<<<2, 32>>>(memory + 48, memory + 56, memory + 64);
  reader_without<<<2, 32>>>(memory + 72, memory + 80, memory + 88);
  volatile_data<<<2, 32>>>(memory + 96, memory + 104, memory + 112);
  store_buffer<<<2, 32>>>(memory + 120, memory + 128, memory + 136);
  cudaDeviceSynchronize();
  cudaFree(memory);
}
