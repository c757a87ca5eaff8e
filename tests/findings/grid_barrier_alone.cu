// The launch is not cooperative: nothing guarantees that all blocks of the grid run at once.
// told: a kernel waits for the whole grid, but its launch is not cooperative
#include <cooperative_groups.h>

__global__ void reverse(const int* in, int* between, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  between[i] = 2 * in[i];
  cooperative_groups::this_grid().sync();  // expect: grid-barrier-skipped
  out[i] = between[n - 1 - i];
}

int main() {
  int *in, *between, *out;
  cudaMalloc(&in, 128 * sizeof(int));
  cudaMalloc(&between, 128 * sizeof(int));
  cudaMalloc(&out, 128 * sizeof(int));
  cudaMemset(in, 0, 128 * sizeof(int));
  reverse<<<2, 64>>>(in, between, out, 128);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(between);
  cudaFree(out);
}
