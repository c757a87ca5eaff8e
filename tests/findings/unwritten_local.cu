// The accumulator has no initial value.
// told: a thread uses `total` before it has a value
#include <cstdio>

__global__ void sum(const int* in, int* out, int n) {
  int total;
  for (int i = 0; i < n; ++i) total += in[i];
  if (total > 10) out[0] = total;  // expect: uninitialized-local
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 8 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 0, 8 * sizeof(int));
  sum<<<1, 1>>>(in, out, 8);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
