// Stream-ordered allocations, a pool, memset and copies in one stream.
#include <cstdio>
__global__ void inc(int *a, int n) { int i = threadIdx.x + blockIdx.x * blockDim.x; if (i < n) a[i] += i; }
int main() {
  cudaStream_t s;
  cudaStreamCreate(&s);
  const int n = 400;
  int *h, bad = 0;
  cudaHostAlloc(&h, n * sizeof(int), cudaHostAllocDefault);
  for (int round = 0; round < 3; ++round) {
    int *d;
    cudaMallocAsync(&d, n * sizeof(int), s);
    cudaMemsetAsync(d, 0, n * sizeof(int), s);
    inc<<<4, 128, 0, s>>>(d, n);
    cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost, s);
    cudaFreeAsync(d, s);
    cudaStreamSynchronize(s);
    for (int i = 0; i < n; ++i) bad += h[i] != i;
  }
  cudaFreeHost(h);
  cudaStreamDestroy(s);
  printf("%d\n", bad);
  return bad;
}
