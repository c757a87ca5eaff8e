// Of the pair that a function returns, the weight comes from memory that was never written.
#include <cstdio>

struct Best {
  int weight, index;
};

__device__ __noinline__ Best last(const int* weights, int n) {
  return {weights[n - 1], n - 1};  // expect: uninitialized-global
}

__global__ void choose(const int* weights, int* out) {
  const int t = threadIdx.x;
  const Best best = last(weights, t + 1);
  if (best.weight > 5) out[t] = best.index;
}

int main() {
  int *weights, *out;
  cudaMalloc(&weights, 64 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  choose<<<1, 32>>>(weights, out);
  cudaDeviceSynchronize();
  cudaFree(weights);
  cudaFree(out);
}
