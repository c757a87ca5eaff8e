// Structs that are written back to where they were read, by a thread of their own and by their neighbour's: a race, as it
// is with numbers.
#include <cstdio>

struct Pair {
  float x, y;
};

__global__ void Vectors(float2* a) {
  const int i = threadIdx.x;
  if (i % 2 == 0) a[i + 1] = a[i + 1];
  if (i % 2 == 1) a[i].x = 1;  // expect: race-global
}

__global__ void Structs(Pair* a, int n) {
  const int i = threadIdx.x;
  const int j = i < n ? i : n - 1;
  a[j] = a[n - 1];  // expect: race-global
}

int main() {
  float2* a;
  Pair* b;
  cudaMalloc(&a, 65 * sizeof *a);
  cudaMalloc(&b, 64 * sizeof *b);
  cudaMemset(a, 0, 65 * sizeof *a);
  cudaMemset(b, 0, 64 * sizeof *b);
  Vectors<<<1, 64>>>(a);
  Structs<<<1, 64>>>(b, 64);
  std::printf("%d\n", cudaDeviceSynchronize());
  cudaFree(a);
  cudaFree(b);
}
