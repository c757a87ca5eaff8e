// Work cut into chunks over four streams: copy in, compute, copy out, all asynchronous, from pinned memory.
#include <cstdio>
#define CK(x) do { if ((x) != cudaSuccess) { printf("line %d\n", __LINE__); return 1; } } while (0)
__global__ void square(float *a, int offset, int n) {
  int i = offset + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = a[i] * a[i];
}
int main() {
  const int n = 4096, streams = 4, chunk = n / streams;
  float *h, *d;
  CK(cudaMallocHost(&h, n * sizeof(float)));
  CK(cudaMalloc(&d, n * sizeof(float)));
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaStream_t s[streams];
  for (auto &x : s) CK(cudaStreamCreate(&x));
  for (int i = 0; i < streams; ++i) {
    int offset = i * chunk;
    CK(cudaMemcpyAsync(&d[offset], &h[offset], chunk * sizeof(float), cudaMemcpyHostToDevice, s[i]));
    square<<<chunk / 256, 256, 0, s[i]>>>(d, offset, n);
    CK(cudaMemcpyAsync(&h[offset], &d[offset], chunk * sizeof(float), cudaMemcpyDeviceToHost, s[i]));
  }
  CK(cudaDeviceSynchronize());
  int bad = 0;
  for (int i = 0; i < n; ++i) bad += h[i] != (float)i * i;
  for (auto &x : s) CK(cudaStreamDestroy(x));
  CK(cudaFreeHost(h));
  CK(cudaFree(d));
  printf("%d\n", bad);
  return bad;
}
