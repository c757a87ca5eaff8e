// A diamond of four kernels on two non-blocking streams, ordered by events.
#include <cstdio>
#include <vector>
__global__ void fill(int *a, int v, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = v + i; }
__global__ void twice(const int *a, int *b, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) b[i] = 2 * a[i]; }
__global__ void add(const int *a, const int *b, int *c, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] + b[i]; }
int main() {
  const int n = 1000;
  int *a, *b, *c, *d;
  cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4); cudaMalloc(&c, n * 4); cudaMalloc(&d, n * 4);
  cudaStream_t s1, s2;
  cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&s2, cudaStreamNonBlocking);
  cudaEvent_t filled, doubled;
  cudaEventCreateWithFlags(&filled, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&doubled, cudaEventDisableTiming);
  fill<<<8, 128, 0, s1>>>(a, 5, n);
  cudaEventRecord(filled, s1);
  cudaStreamWaitEvent(s2, filled, 0);
  twice<<<8, 128, 0, s2>>>(a, b, n);
  cudaEventRecord(doubled, s2);
  twice<<<8, 128, 0, s1>>>(a, c, n);
  cudaStreamWaitEvent(s1, doubled, 0);
  add<<<8, 128, 0, s1>>>(b, c, d, n);
  std::vector<int> h(n);
  cudaMemcpyAsync(h.data(), d, n * 4, cudaMemcpyDeviceToHost, s1);
  cudaStreamSynchronize(s1);
  int bad = 0;
  for (int i = 0; i < n; ++i) bad += h[i] != 4 * (5 + i);
  cudaEventDestroy(filled); cudaEventDestroy(doubled);
  cudaStreamDestroy(s1); cudaStreamDestroy(s2);
  cudaFree(a); cudaFree(b); cudaFree(c); cudaFree(d);
  return bad;
}
