// The host overwrites a pinned buffer that an asynchronous copy still reads.
#include <cstdio>
__global__ void nothing(int *p) { if (p) p[0] = 1; }
int main() {
  const int n = 256;
  int *h, *a, *b;
  cudaMallocHost(&h, n * 4);
  cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4);
  cudaStream_t s;
  cudaStreamCreate(&s);
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMemcpyAsync(a, h, n * 4, cudaMemcpyHostToDevice, s);
  for (int i = 0; i < n; ++i) h[i] = -i;  // defect: not-synchronized
  cudaMemcpyAsync(b, h, n * 4, cudaMemcpyHostToDevice, s);
  cudaStreamSynchronize(s);
  nothing<<<1, 1>>>(a);
  cudaDeviceSynchronize();
  cudaStreamDestroy(s);
  cudaFreeHost(h);
  cudaFree(a); cudaFree(b);
  printf("done\n");
}
