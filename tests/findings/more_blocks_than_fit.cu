// A hand-written barrier for the whole grid. Blocks that have not been started cannot reach it, and those that wait leave
// them no room.
#include <cstdio>

__device__ unsigned arrived;

__global__ void Meet(int* out) {
  if (threadIdx.x == 0) {
    atomicAdd(&arrived, 1);
    __threadfence();
    while (*(volatile unsigned*)&arrived < gridDim.x) continue;  // expect: deadlock
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main() {
  constexpr int kBlocks = 600, kThreads = 1024;
  int* out;
  cudaMalloc(&out, kBlocks * kThreads * sizeof(int));
  Meet<<<kBlocks, kThreads>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 3;
  cudaFree(out);
}
