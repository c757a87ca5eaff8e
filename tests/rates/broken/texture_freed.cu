// An array is freed by the helper that built it; the kernel runs afterwards.
#include <cstdio>
struct Filter { float *taps; int n; };
static Filter build(int n) {
  Filter f{nullptr, n};
  float h[16] = {};
  cudaMalloc(&f.taps, n * 4);
  cudaMemcpy(f.taps, h, n * 4, cudaMemcpyHostToDevice);
  cudaFree(f.taps);
  return f;
}
__global__ void apply(Filter f, float *x) { for (int k = 0; k < f.n; ++k) x[threadIdx.x] += f.taps[k]; }  // defect: use-after-free
int main() {
  float *x;
  cudaMalloc(&x, 128);
  cudaMemset(x, 0, 128);
  apply<<<1, 32>>>(build(16), x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
