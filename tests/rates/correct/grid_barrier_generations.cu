// A hand-made barrier of all blocks with a generation count, used twice.
__device__ unsigned arrived;
__device__ volatile unsigned generation;
__device__ void meet() {
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned now = generation;
    __threadfence();
    if (atomicAdd(&arrived, 1u) == gridDim.x - 1) {
      arrived = 0;
      __threadfence();
      generation = now + 1;
    } else {
      while (generation == now) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}
__global__ void phases(int* a, int* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  a[i] = i;
  meet();
  b[i] = a[n - 1 - i];
  meet();
  a[i] = b[(i + blockDim.x) % n];
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
