// grid.sync() in a kernel that is launched with the triple chevrons.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void two_phases(int* a, int* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  a[i] = i;
  cg::this_grid().sync();  // defect: grid-barrier-skipped
  b[i] = a[n - 1 - i];
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 256 * sizeof(int));
  cudaMalloc(&b, 256 * sizeof(int));
  two_phases<<<4, 64>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}
