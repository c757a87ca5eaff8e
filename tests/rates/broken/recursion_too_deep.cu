// A recursion whose end is missed for odd numbers.
#include <cstdio>
__device__ __noinline__ int half(int n, volatile int *sink) { volatile int pad[64]; pad[n & 63] = n; if (n == 0) return 0; int r = half(n - 2, sink) + pad[n & 63]; *sink = r; return r; }  // defect: stack-overflow
__global__ void run(int *out, int n) { out[0] = half(n, out + 1); }
int main() {
  int *d;
  cudaMalloc(&d, 8);
  run<<<1, 1>>>(d, 7);
  cudaDeviceSynchronize();
  cudaFree(d);
  printf("done\n");
}
