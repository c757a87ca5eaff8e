// Managed memory, which host and kernels share.
#include <cstdlib>

__global__ void set(int* out) {
  out[threadIdx.x] = 1;
}

int main() {
  int* out = nullptr;
  cudaMallocManaged(&out, 32 * sizeof(int));
  set<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
