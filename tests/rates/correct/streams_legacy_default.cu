// Blocking streams wait for the default stream and it for them: no events are needed.
#include <cstdio>
#include <vector>
__global__ void add1(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += 1; }
int main() {
  const int n = 777;
  std::vector<int> h(n, 0);
  int *d;
  cudaMalloc(&d, n * sizeof(int));
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  add1<<<4, 256, 0, s>>>(d, n);
  add1<<<4, 256>>>(d, n);
  add1<<<4, 256, 0, t>>>(d, n);
  add1<<<4, 256>>>(d, n);
  cudaMemcpy(h.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaStreamDestroy(s);
  cudaStreamDestroy(t);
  cudaFree(d);
  for (int x : h) if (x != 4) return 1;
  puts("ok");
}
