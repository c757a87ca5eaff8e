// Host memory where the kernel expects device memory.
#include <cstdlib>

__global__ void set(int* out) {
  out[threadIdx.x] = 1;  // expect: host-argument
}

int main() {
  int* out = (int*)std::malloc(32 * sizeof(int));
  set<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  std::free(out);
}
