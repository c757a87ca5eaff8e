// The same program without the fault.
#include <cstdlib>

__global__ void store(int* data) { data[threadIdx.x] = 1; }

int main() {
  int* memory;
  cudaMalloc(&memory, 64);
  store<<<1, 16>>>(memory);
  if (cudaDeviceSynchronize() != cudaSuccess) std::exit(EXIT_FAILURE);
  cudaFree(memory);
}
