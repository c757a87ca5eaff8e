// A barrier object expects more threads than ever arrive.
#include <cuda/barrier>
__global__ void halves(int* data) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  if (threadIdx.x < 32) {
    data[threadIdx.x] = threadIdx.x;
    barrier.arrive_and_wait();  // defect: deadlock|barrier-skipped
    data[32 + threadIdx.x] = data[31 - threadIdx.x];
  }
}
int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  halves<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
