// Structs that are written back to where they were read: each by its own thread, and neighbours' behind a barrier.
#include <cstdio>

struct Pair {
  float x, y;
};

__global__ void Vectors(float2* a) {
  const int i = threadIdx.x;
  if (i % 2 == 0) a[i + 1] = a[i + 1];
  __syncthreads();
  if (i % 2 == 1) a[i].x = 1;
}

__global__ void Structs(Pair* a, int n) {
  const int i = threadIdx.x;
  const int j = i < n ? i : n - 1;
  a[j] = a[i];
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
