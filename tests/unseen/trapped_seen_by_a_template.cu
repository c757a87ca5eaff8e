// A template of the API returns the error, and a macro tests it.
#include <cstdio>

#define CHECK(call) \
  if (cudaError_t error = (call)) std::printf("%s\n", cudaGetErrorString(error))

__global__ void stop() { __trap(); }

int main() {
  int* memory;
  stop<<<1, 1>>>();
  CHECK(cudaMalloc(&memory, 4));
  std::puts("done");
}
