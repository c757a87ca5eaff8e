// A program that ends at its first error need not free its memory.
#include <cstdlib>

__global__ void store(int* data) {
  data[threadIdx.x] = 1;  // expect: null-pointer
}

int main() {
  int* memory;
  cudaMalloc(&memory, 64);
  store<<<1, 32>>>(nullptr);
  if (cudaDeviceSynchronize() != cudaSuccess) std::exit(EXIT_FAILURE);
  cudaFree(memory);
}
