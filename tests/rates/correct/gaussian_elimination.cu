// Gaussian elimination, two kernels a step (in the manner of Rodinia).
#include <cmath>
#include <cstdio>
#include <vector>
__global__ void Fan1(float *m, const float *a, int size, int t) {
  if (threadIdx.x + blockIdx.x * blockDim.x >= size - 1 - t) return;
  int i = blockDim.x * blockIdx.x + threadIdx.x + t + 1;
  m[size * i + t] = a[size * i + t] / a[size * t + t];
}
__global__ void Fan2(const float *m, float *a, float *b, int size, int j1, int t) {
  if (threadIdx.x + blockIdx.x * blockDim.x >= size - 1 - t) return;
  if (threadIdx.y + blockIdx.y * blockDim.y >= size - t) return;
  int xidx = blockIdx.x * blockDim.x + threadIdx.x, yidx = blockIdx.y * blockDim.y + threadIdx.y;
  a[size * (xidx + 1 + t) + (yidx + t)] -= m[size * (xidx + 1 + t) + t] * a[size * t + (yidx + t)];
  if (yidx == 0) b[xidx + 1 + t] -= m[size * (xidx + 1 + t) + (yidx + t)] * b[t];
}
int main() {
  const int n = 24;
  std::vector<float> a(n * n), b(n, 1), x(n);
  for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j) a[i * n + j] = i == j ? n : 1.0f / (1 + abs(i - j));
  std::vector<float> a0 = a, b0 = b;
  float *da, *db, *dm;
  cudaMalloc(&da, n * n * 4); cudaMalloc(&db, n * 4); cudaMalloc(&dm, n * n * 4);
  cudaMemset(dm, 0, n * n * 4);
  cudaMemcpy(da, a.data(), n * n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), n * 4, cudaMemcpyHostToDevice);
  for (int t = 0; t < n - 1; ++t) {
    Fan1<<<1, 32>>>(dm, da, n, t);
    Fan2<<<dim3(6, 6), dim3(4, 4)>>>(dm, da, db, n, n - t, t);
  }
  cudaMemcpy(a.data(), da, n * n * 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(b.data(), db, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(da); cudaFree(db); cudaFree(dm);
  for (int i = n - 1; i >= 0; --i) {
    x[i] = b[i];
    for (int j = i + 1; j < n; ++j) x[i] -= a[i * n + j] * x[j];
    x[i] /= a[i * n + i];
  }
  double worst = 0;
  for (int i = 0; i < n; ++i) { double s = -b0[i]; for (int j = 0; j < n; ++j) s += a0[i * n + j] * x[j]; worst = fmax(worst, fabs(s)); }
  printf("%g\n", worst);
  return worst > 1e-4;
}
