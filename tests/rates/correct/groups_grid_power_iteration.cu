// A cooperative launch: power iteration with two grid barriers a round.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void power(const float* a, float* x, float* y, float* norms, int n, int rounds) {
  cg::grid_group grid = cg::this_grid();
  for (int r = 0; r < rounds; ++r) {
    for (int i = grid.thread_rank(); i < n; i += grid.size()) {
      float s = 0;
      for (int j = 0; j < n; ++j) s += a[i * n + j] * x[j];
      y[i] = s;
      atomicAdd(&norms[r], s * s);
    }
    grid.sync();
    float f = rsqrtf(norms[r]);
    for (int i = grid.thread_rank(); i < n; i += grid.size()) x[i] = y[i] * f;
    grid.sync();
  }
}
int main() {
  int n = 48, rounds = 3;
  float *a, *x, *y, *norms, h[48 * 48];
  for (int i = 0; i < n * n; ++i) h[i] = i % (n + 1) == 0 ? 2.0f : 0.1f;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMalloc(&norms, rounds * sizeof(float));
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(x, h, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(norms, 0, rounds * sizeof(float));
  void* args[] = {&a, &x, &y, &norms, &n, &rounds};
  cudaLaunchCooperativeKernel((void*)power, 2, 32, args, 0, nullptr);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(a);
  cudaFree(x);
  cudaFree(y);
  cudaFree(norms);
}
