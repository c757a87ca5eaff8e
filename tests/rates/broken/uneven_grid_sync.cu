// Only the first block comes to the second grid barrier.
#include <cooperative_groups.h>
__global__ void phases(int *x) {
  auto g = cooperative_groups::this_grid();
  x[g.thread_rank()] = 1;
  g.sync();
  if (blockIdx.x == 0) {
    x[threadIdx.x] += x[threadIdx.x + 32];
    g.sync();  // defect: grid-barrier-skipped
  }
}
int main() {
  int *d;
  cudaMalloc(&d, 512);
  void *a[] = {&d};
  cudaLaunchCooperativeKernel((void *)phases, 4, 32, a);
  cudaDeviceSynchronize();
  cudaFree(d);
}
