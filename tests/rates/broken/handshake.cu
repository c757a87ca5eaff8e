#include <cstdio>
#include <cuda/atomic>

using Flag = cuda::atomic<int, cuda::thread_scope_device>;

__device__ Flag requestReady{0};
__device__ Flag replyReady{0};
__device__ int request, reply;

// Block 0 asks, block 1 answers.
__global__ void talk(int* result) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    request = 20;
    while (replyReady.load(cuda::memory_order_acquire) == 0) {  // defect: deadlock|endless-kernel
    }
    *result = reply;
    requestReady.store(1, cuda::memory_order_release);
  } else {
    while (requestReady.load(cuda::memory_order_acquire) == 0) {  // defect: deadlock|endless-kernel
    }
    reply = request * 2 + 2;
    replyReady.store(1, cuda::memory_order_release);
  }
}

int main() {
  int* d;
  int h = 0;
  cudaMalloc(&d, sizeof(int));
  cudaMemset(d, 0, sizeof(int));
  talk<<<2, 32>>>(d);
  cudaError_t e = cudaMemcpy(&h, d, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%s %d\n", cudaGetErrorString(e), h);
  cudaFree(d);
  return 0;
}
