// Jacobi sweeps in one cooperative launch; blocks agree on convergence after each sweep.
#include <cooperative_groups.h>
#include <cmath>
#include <cstdio>
#include <vector>
namespace cg = cooperative_groups;

__global__ void jacobi(double *a, double *b, int n, double *error, int most, int *sweeps) {
  cg::grid_group grid = cg::this_grid();
  double *from = a, *to = b;
  int k = 0;
  for (; k < most; ++k) {
    if (grid.thread_rank() == 0) *error = 0;
    grid.sync();
    double mine = 0;
    for (int i = grid.thread_rank() + 1; i < n - 1; i += grid.size()) {
      to[i] = 0.5 * (from[i - 1] + from[i + 1]);
      mine += fabs(to[i] - from[i]);
    }
    atomicAdd(error, mine);
    grid.sync();
    double *t = from; from = to; to = t;
    if (*error < 1e-3) break;
    grid.sync();
  }
  if (grid.thread_rank() == 0) *sweeps = k;
}

int main() {
  int n = 130, most = 100, sweeps = -1, *dSweeps;
  std::vector<double> h(n, 0.0);
  h[0] = 1;
  double *a, *b, *e;
  cudaMalloc(&a, n * 8); cudaMalloc(&b, n * 8); cudaMalloc(&e, 8); cudaMalloc(&dSweeps, 4);
  cudaMemcpy(a, h.data(), n * 8, cudaMemcpyHostToDevice);
  cudaMemcpy(b, h.data(), n * 8, cudaMemcpyHostToDevice);
  void *args[] = {&a, &b, &n, &e, &most, &dSweeps};
  cudaError_t err = cudaLaunchCooperativeKernel((void *)jacobi, dim3(3), dim3(32), args, 0, 0);
  if (err != cudaSuccess) return 2;
  cudaMemcpy(&sweeps, dSweeps, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(h.data(), a, n * 8, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b); cudaFree(e); cudaFree(dSweeps);
  printf("%d sweeps, %f\n", sweeps, h[1]);
  return !(sweeps > 0 && h[1] > 0.5);
}
