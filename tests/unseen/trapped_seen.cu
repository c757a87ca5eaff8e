// Some call returns the error, and the program uses the result.
#include <cstdio>

__global__ void stop() { __trap(); }

int main() {
  int* memory;
  stop<<<1, 1>>>();
  if (cudaDeviceSynchronize() != cudaErrorLaunchFailure) return 1;
  cudaMalloc(&memory, 4);
  std::puts("done");
}
