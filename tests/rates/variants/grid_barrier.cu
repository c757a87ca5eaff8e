// A barrier of the whole grid.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void twoPhase(int* a, int* b, int n) {
  auto grid = cg::this_grid();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
  grid.sync();  // defect1: api-misuse|grid-barrier-skipped|launch-shape
  if (i < n) b[i] = a[n - 1 - i];
}
int main() {
  int n = 256, *a, *b; cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4);
#if DEFECT == 1
  twoPhase<<<4, 64>>>(a, b, n);  // defect1: api-misuse|grid-barrier-skipped|launch-shape
#else
  void* args[] = {&a, &b, &n};
  cudaLaunchCooperativeKernel(twoPhase, dim3(4), dim3(64), args, 0, 0);
#endif
  cudaError_t e = cudaDeviceSynchronize();
  if (e != cudaSuccess) printf("%s\n", cudaGetErrorString(e));
  cudaFree(a); cudaFree(b);
}
