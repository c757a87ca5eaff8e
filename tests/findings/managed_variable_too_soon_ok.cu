// The host waits before it uses managed variables; and it uses one that the kernel does not.
#include <cstdio>

__managed__ int total, rounds;
static __managed__ float table[8];

__global__ void add() { atomicAdd(&total, static_cast<int>(table[threadIdx.x % 8])); }

int main() {
  for (rounds = 0; rounds < 3; ++rounds) {
    total = 0;
    for (int i = 0; i < 8; ++i) table[i] = i;
    add<<<1, 32>>>();
    if (rounds == 1) std::printf("%f\n", table[2]);
    cudaDeviceSynchronize();
    std::printf("%d\n", total);
  }
}
