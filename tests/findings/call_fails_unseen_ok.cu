// Errors that the program looks at: what a call returns, or the last error after it. A device without a neighbour refuses
// peer access, which is no mistake.
#include <cstdio>

__global__ void fill(int* x) { x[threadIdx.x] = 1; }

int main() {
  int* x;
  if (cudaSetDevice(99) != cudaSuccess) std::printf("no such device\n");
  cudaMalloc(&x, std::size_t(1) << 60);
  if (cudaGetLastError() != cudaSuccess) std::printf("that was too much\n");
  cudaMalloc(&x, 32 * sizeof(int));
  fill<<<1, 32>>>(x);
  cudaStreamQuery(nullptr);
  cudaFree(x);
}
