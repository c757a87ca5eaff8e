// The host uses what an asynchronous copy brings before the stream has finished.
#include <cstdio>
__global__ void fill(float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = 1; }
int main() {
  const int n = 512;
  float *h, *d, sum = 0;
  cudaMallocHost(&h, n * sizeof(float));
  cudaMalloc(&d, n * sizeof(float));
  cudaStream_t s;
  cudaStreamCreate(&s);
  fill<<<2, 256, 0, s>>>(d, n);
  cudaMemcpyAsync(h, d, n * sizeof(float), cudaMemcpyDeviceToHost, s);
  for (int i = 0; i < n; ++i) sum += h[i];  // defect: not-synchronized
  cudaStreamSynchronize(s);
  printf("%f\n", sum);
  cudaStreamDestroy(s);
  cudaFreeHost(h);
  cudaFree(d);
}
