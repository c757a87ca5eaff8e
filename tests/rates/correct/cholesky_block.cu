// Cholesky of a small matrix by one block, in shared memory.
#include <cmath>
#include <cstdio>
#define N 24
__global__ void cholesky(double *a) {
  __shared__ double l[N][N + 1];
  int c = threadIdx.x, r = threadIdx.y;
  l[r][c] = a[r * N + c];
  __syncthreads();
  for (int k = 0; k < N; ++k) {
    if (r == k && c == k) l[k][k] = sqrt(l[k][k]);
    __syncthreads();
    if (c == k && r > k) l[r][k] /= l[k][k];
    __syncthreads();
    if (c > k && r >= c) l[r][c] -= l[r][k] * l[c][k];
    __syncthreads();
  }
  a[r * N + c] = r >= c ? l[r][c] : 0;
}
int main() {
  double h[N * N], g[N * N], *d, worst = 0;
  for (int i = 0; i < N; ++i) for (int j = 0; j < N; ++j) h[i * N + j] = i == j ? N : 1.0 / (1 + abs(i - j));
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  cholesky<<<1, dim3(N, N)>>>(d);
  cudaMemcpy(g, d, sizeof g, cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int i = 0; i < N; ++i) for (int j = 0; j < N; ++j) {
    double s = 0;
    for (int k = 0; k < N; ++k) s += g[i * N + k] * g[j * N + k];
    worst = fmax(worst, fabs(s - h[i * N + j]));
  }
  printf("%g\n", worst);
  return worst > 1e-9;
}
