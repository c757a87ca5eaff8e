// Memory from the pool is handed from one stream to another by events, and freed in the second.
__global__ void work(int* x) { x[threadIdx.x] += 1; }
int main() {
  int* x;
  cudaStream_t a, b;
  cudaEvent_t filled;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaEventCreate(&filled);
  for (int i = 0; i < 3; ++i) {
    cudaMallocAsync(&x, 128 * sizeof(int), a);
    cudaMemsetAsync(x, 0, 128 * sizeof(int), a);
    cudaEventRecord(filled, a);
    cudaStreamWaitEvent(b, filled);
    work<<<1, 128, 0, b>>>(x);
    cudaFreeAsync(x, b);
  }
  cudaDeviceSynchronize();
  cudaEventDestroy(filled);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
