// The copying stream refills a buffer which the computing stream may still read: only one direction has events.
__global__ void sum(const int *x, int *s) { atomicAdd(s, x[threadIdx.x]); }  // defect: race-streams
int main() {
  int *h, *d, *s;
  cudaMallocHost(&h, 4 * 256); cudaMalloc(&d, 256); cudaMalloc(&s, 4);
  for (int i = 0; i < 256; ++i) h[i] = i;
  cudaStream_t copy, compute;
  cudaStreamCreate(&copy); cudaStreamCreate(&compute);
  cudaEvent_t filled;
  cudaEventCreate(&filled);
  cudaMemset(s, 0, 4);
  for (int c = 0; c < 4; ++c) {
    cudaMemcpyAsync(d, h + c * 64, 256, cudaMemcpyHostToDevice, copy);  // defect: race-streams
    cudaEventRecord(filled, copy);
    cudaStreamWaitEvent(compute, filled, 0);
    sum<<<1, 64, 0, compute>>>(d, s);
  }
  cudaDeviceSynchronize();
  cudaEventDestroy(filled);
  cudaStreamDestroy(copy); cudaStreamDestroy(compute);
  cudaFreeHost(h); cudaFree(d); cudaFree(s);
}
