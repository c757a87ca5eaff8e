// Small arrays of a thread: passed to functions, indexed by loops, sorted, returned in structs.
#include <cstdio>
#include <vector>
#define TAPS 5
struct Window { float v[TAPS]; };
__device__ void load(const float *in, int i, int n, float *w) { for (int k = 0; k < TAPS; ++k) { int j = i + k - TAPS / 2; w[k] = j < 0 || j >= n ? 0 : in[j]; } }
__device__ __noinline__ float median(float *w, int count) {
  for (int a = 1; a < count; ++a)
    for (int b = a; b > 0 && w[b - 1] > w[b]; --b) { float t = w[b]; w[b] = w[b - 1]; w[b - 1] = t; }
  return w[count / 2];
}
__device__ Window scaled(const Window &w, float f) { Window r; for (int k = 0; k < TAPS; ++k) r.v[k] = w.v[k] * f; return r; }
__global__ void filter(const float *in, float *mean, float *med, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Window w;
  load(in, i, n, w.v);
  Window half = scaled(w, 0.5f);
  float coefficients[TAPS] = {1, 2, 3, 2, 1}, sum = 0;
#pragma unroll
  for (int k = 0; k < TAPS; ++k) sum += coefficients[k] * half.v[k];
  mean[i] = sum * 2 / 9;
  med[i] = median(w.v, TAPS);
}
int main() {
  const int n = 300;
  std::vector<float> h(n, 3), a(n), b(n);
  float *in, *x, *y;
  cudaMalloc(&in, n * 4); cudaMalloc(&x, n * 4); cudaMalloc(&y, n * 4);
  cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice);
  filter<<<3, 128>>>(in, x, y, n);
  cudaMemcpy(a.data(), x, n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(b.data(), y, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(in); cudaFree(x); cudaFree(y);
  printf("%f %f\n", a[n / 2], b[0]);
  return a[n / 2] != 3 || b[0] != 3;
}
