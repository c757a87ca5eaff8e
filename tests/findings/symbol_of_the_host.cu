// A host variable where the name of a device variable is expected.
#include <cstdio>

__device__ int on_device[4];
int on_host[4];

__global__ void set() { on_device[threadIdx.x] = threadIdx.x; }

int main() {
  int values[4];
  set<<<1, 4>>>();
  cudaMemcpyFromSymbol(values, on_host, sizeof values);  // expect: symbol-misuse
  std::printf("%d\n", on_host[0]);
}
