// Data is copied in on one stream and used on another.
#include <cstdio>
__global__ void twice(float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] *= 2; }  // defect: race-streams
int main() {
  const int n = 512;
  float *h, *d;
  cudaMallocHost(&h, n * 4);
  cudaMalloc(&d, n * 4);
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaStream_t copy, compute;
  cudaStreamCreate(&copy); cudaStreamCreate(&compute);
  cudaMemcpyAsync(d, h, n * 4, cudaMemcpyHostToDevice, copy);  // defect: race-streams
  twice<<<2, 256, 0, compute>>>(d, n);
  cudaStreamSynchronize(compute);
  cudaStreamSynchronize(copy);
  cudaMemcpy(h, d, n * 4, cudaMemcpyDeviceToHost);
  printf("%f\n", h[3]);
  cudaStreamDestroy(copy); cudaStreamDestroy(compute);
  cudaFreeHost(h);
  cudaFree(d);
}
