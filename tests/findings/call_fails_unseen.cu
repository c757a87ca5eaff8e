// The stream is gone, and what the copy returns is thrown away.
__global__ void fill(int* x) { x[threadIdx.x] = 1; }

int main() {
  int *x, *host;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMallocHost(&host, 32 * sizeof(int));
  fill<<<1, 32, 0, stream>>>(x);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaStreamSynchronize(stream);  // expect: error-ignored
  cudaFree(x);
  cudaFreeHost(host);
}
