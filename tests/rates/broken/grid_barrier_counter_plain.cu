// A hand-made barrier of all blocks: the waiting thread reads the counter as an ordinary variable.
__device__ unsigned arrived;
__global__ void phases(int* a, int* b) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1u);
    for (int spins = 0; spins < 1000000 && arrived < gridDim.x; ++spins) __nanosleep(1);  // defect: race-atomic
    __threadfence();
  }
  __syncthreads();
  b[blockIdx.x * blockDim.x + threadIdx.x] = a[(blockIdx.x + 1) % gridDim.x * blockDim.x + threadIdx.x];
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 256 * sizeof(int));
  cudaMalloc(&b, 256 * sizeof(int));
  phases<<<4, 64>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}
