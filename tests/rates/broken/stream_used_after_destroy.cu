// A stream is destroyed, and the next copy is put into it.
#include <cstdio>
__global__ void fill(int* x) { x[threadIdx.x] = 1; }
int main() {
  int *x, *h;
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMallocHost(&h, 32 * sizeof(int));
  fill<<<1, 32, 0, s>>>(x);
  cudaStreamDestroy(s);
  cudaMemcpyAsync(h, x, 32 * sizeof(int), cudaMemcpyDeviceToHost, s);  // defect: api-misuse|error-ignored
  cudaDeviceSynchronize();
  printf("%d\n", h[0]);
  cudaFree(x);
  cudaFreeHost(h);
}
