// Two streams work on two managed arrays; the host looks at each when its stream is done.
#include <cstdio>
__global__ void fill(int *x, int n, int v) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = v * i; }
int main() {
  const int n = 300;
  int *a, *b, sum = 0;
  cudaMallocManaged(&a, n * 4); cudaMallocManaged(&b, n * 4);
  cudaStream_t s, t;
  cudaStreamCreate(&s); cudaStreamCreate(&t);
  fill<<<3, 128, 0, s>>>(a, n, 1);
  fill<<<3, 128, 0, t>>>(b, n, 2);
  cudaStreamSynchronize(s);
  for (int i = 0; i < n; ++i) sum += a[i];
  cudaEvent_t e;
  cudaEventCreate(&e);
  cudaEventRecord(e, t);
  a[0] = 5;
  cudaEventSynchronize(e);
  for (int i = 0; i < n; ++i) sum += b[i];
  fill<<<3, 128, 0, s>>>(b, n, 3);
  cudaDeviceSynchronize();
  sum += b[1];
  cudaEventDestroy(e);
  cudaStreamDestroy(s); cudaStreamDestroy(t);
  cudaFree(a); cudaFree(b);
  printf("%d\n", sum);
  return sum != 3 * n * (n - 1) / 2 + 3;
}
