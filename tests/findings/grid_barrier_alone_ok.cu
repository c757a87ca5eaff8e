// A cooperative launch runs all blocks at once.
#include <cooperative_groups.h>

__global__ void reverse(const int* in, int* between, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  between[i] = 2 * in[i];
  cooperative_groups::this_grid().sync();
  out[i] = between[n - 1 - i];
}

int main() {
  int *in, *between, *out;
  cudaMalloc(&in, 128 * sizeof(int));
  cudaMalloc(&between, 128 * sizeof(int));
  cudaMalloc(&out, 128 * sizeof(int));
  cudaMemset(in, 0, 128 * sizeof(int));
  int n = 128;
  void* arguments[] = {&in, &between, &out, &n};
  cudaLaunchCooperativeKernel(reverse, dim3(2), dim3(64), arguments);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(between);
  cudaFree(out);
}
