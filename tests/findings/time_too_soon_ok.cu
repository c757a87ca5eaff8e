// Each of the ways to wait for an event before its time is asked for.
__global__ void fill(int* x) { x[threadIdx.x] = 1; }

int main() {
  int *x, host[32];
  float milliseconds;
  cudaEvent_t start, stop;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaMalloc(&x, 32 * sizeof(int));
  for (int way = 0; way < 5; ++way) {
    cudaEventRecord(start, stream);
    fill<<<1, 32, 0, stream>>>(x);
    if (way == 4) cudaMemcpyAsync(host, x, sizeof host, cudaMemcpyDeviceToHost, stream);
    cudaEventRecord(stop, stream);
    if (way == 0) cudaEventSynchronize(stop);
    if (way == 1) cudaStreamSynchronize(stream);
    if (way == 2) cudaDeviceSynchronize();
    if (way == 3)
      while (cudaEventQuery(stop) == cudaErrorNotReady) {
      }
    cudaEventElapsedTime(&milliseconds, start, stop);
  }
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaStreamDestroy(stream);
  cudaFree(x);
}
