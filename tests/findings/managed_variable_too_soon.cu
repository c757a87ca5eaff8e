// The host uses managed variables while a kernel does.
#include <cstdio>

__managed__ int total;
static __managed__ float table[8];

__global__ void add() { atomicAdd(&total, static_cast<int>(table[threadIdx.x % 8])); }

int main() {
  total = 0;
  for (int i = 0; i < 8; ++i) table[i] = i;
  add<<<1, 32>>>();
  std::printf("%d\n", total);  // expect: not-synchronized
  table[3] = 1;                // expect: not-synchronized
  cudaDeviceSynchronize();
  std::printf("%d\n", total);
}
