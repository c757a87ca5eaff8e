// Threads without work leave before the grid's barrier.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void twoPhases(float *a, float *b, int n) {
  cg::grid_group g = cg::this_grid();
  int i = g.thread_rank();
  if (i >= n) return;
  a[i] = i;
  g.sync();  // defect: grid-barrier-skipped
  b[i] = a[n - 1 - i];
}
int main() {
  int n = 100;
  float *a, *b;
  cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4);
  void *args[] = {&a, &b, &n};
  cudaLaunchCooperativeKernel((void *)twoPhases, 2, 64, args);
  cudaDeviceSynchronize();
  cudaFree(a); cudaFree(b);
  printf("done\n");
}
