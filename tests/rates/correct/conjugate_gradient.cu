// CG on a tridiagonal system: many small kernels, dot products with device scalars.
#include <cmath>
#include <cstdio>
#include <vector>
__global__ void apply(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = 4 * x[i];
  if (i > 0) v -= x[i - 1];
  if (i + 1 < n) v -= x[i + 1];
  y[i] = v;
}
__global__ void dot(const float *a, const float *b, float *out, int n) {
  __shared__ float cache[128];
  float t = 0;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) t += a[i] * b[i];
  cache[threadIdx.x] = t;
  __syncthreads();
  int i = blockDim.x / 2;
  while (i != 0) {
    if (threadIdx.x < i) cache[threadIdx.x] += cache[threadIdx.x + i];
    __syncthreads();
    i /= 2;
  }
  if (threadIdx.x == 0) atomicAdd(out, cache[0]);
}
__global__ void axpy(float *y, const float *x, const float *num, const float *den, float sign, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += sign * *num / *den * x[i];
}
__global__ void xpay(float *p, const float *r, const float *num, const float *den, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = r[i] + *num / *den * p[i];
}
int main() {
  const int n = 500, B = 128, G = (n + B - 1) / B;
  std::vector<float> b(n, 1.0f);
  float *x, *r, *p, *q, *s;
  cudaMalloc(&x, n * 4); cudaMalloc(&r, n * 4); cudaMalloc(&p, n * 4); cudaMalloc(&q, n * 4); cudaMalloc(&s, 12);
  cudaMemset(x, 0, n * 4);
  cudaMemcpy(r, b.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(p, r, n * 4, cudaMemcpyDeviceToDevice);
  float rr = 1;
  int it = 0;
  cudaMemset(s, 0, 12);
  dot<<<2, B>>>(r, r, s, n);
  while (rr > 1e-8f && it++ < 50) {
    apply<<<G, B>>>(p, q, n);
    cudaMemset(s + 1, 0, 4);
    dot<<<2, B>>>(p, q, s + 1, n);
    axpy<<<G, B>>>(x, p, s, s + 1, 1, n);
    axpy<<<G, B>>>(r, q, s, s + 1, -1, n);
    cudaMemset(s + 2, 0, 4);
    dot<<<2, B>>>(r, r, s + 2, n);
    xpay<<<G, B>>>(p, r, s + 2, s, n);
    cudaMemcpy(s, s + 2, 4, cudaMemcpyDeviceToDevice);
    cudaMemcpy(&rr, s, 4, cudaMemcpyDeviceToHost);
  }
  cudaMemcpy(b.data(), x, n * 4, cudaMemcpyDeviceToHost);
  for (float *one : {x, r, p, q, s}) cudaFree(one);
  printf("%d iterations, middle %f\n", it, b[n / 2]);
  return std::fabs(b[n / 2] - 0.5f) > 1e-3f;
}
