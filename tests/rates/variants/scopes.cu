// scopes: fences and atomics of a block used between blocks
#include <cuda/atomic>
#include <cstdio>
__device__ int data1, data2, data3, flag1, flag2, counter;
__device__ cuda::atomic<int, cuda::thread_scope_device> gate;
__device__ cuda::atomic<int, cuda::thread_scope_block> narrow;
__global__ void handOver(int* out) {
  if (threadIdx.x) return;
  if (blockIdx.x == 0) {
    data1 = 41;  // defect1: race-global
#if DEFECT == 1
    __threadfence_block();
#else
    __threadfence();
#endif
    atomicExch(&flag1, 1);
    data2 = 42;  // defect2: race-global
#if DEFECT == 2
    gate.store(1, cuda::memory_order_relaxed);
#else
    gate.store(1, cuda::memory_order_release);
#endif
    data3 = 43;  // defect3: race-global
#if DEFECT == 3
    narrow.store(1, cuda::memory_order_release);
#endif
  } else {
    while (atomicAdd(&flag1, 0) == 0) {}
    __threadfence();
    out[0] = data1;  // defect1: race-global
    while (gate.load(cuda::memory_order_acquire) == 0) {}
    out[1] = data2;  // defect2: race-global
#if DEFECT == 3
    while (narrow.load(cuda::memory_order_acquire) == 0) {}
    out[2] = data3;  // defect3: race-global
#endif
  }
}
__global__ void count(int* c) {
#if DEFECT == 4
  atomicAdd_block(c, 1);  // defect4: race-atomic|race-global|lost-update
#else
  atomicAdd(c, 1);
#endif
}
__global__ void countSome(int* c) { 
  if (blockIdx.x == 0) atomicAdd(c + 1, 1);  // defect5: race-atomic|race-global|lost-update
#if DEFECT == 5
  else atomicAdd_block(c + 1, 1);  // defect5: race-atomic|race-global|lost-update
#endif
}
int main() {
  int *o, h[4] = {}; cudaMalloc(&o, 16); cudaMemset(o, 0, 16);
  handOver<<<2, 32>>>(o); count<<<4, 32>>>(o + 3); countSome<<<2, 32>>>(o + 1);
  cudaMemcpy(h, o, 16, cudaMemcpyDeviceToHost); printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]); cudaFree(o);
}
