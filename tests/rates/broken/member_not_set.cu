// One member of the result is never set, and the host reads it.
#include <cstdio>
struct Stats { float sum, least, most; };
__global__ void stats(const float *x, Stats *s, int n) {
  float sum = 0, most = x[0];
  for (int i = 0; i < n; ++i) { sum += x[i]; most = fmaxf(most, x[i]); }
  s->sum = sum;
  s->most = most;
}
int main() {
  float *x;
  Stats *s, h;
  cudaMalloc(&x, 400); cudaMalloc(&s, sizeof(Stats));
  cudaMemset(x, 0, 400);
  stats<<<1, 1>>>(x, s, 100);
  cudaMemcpy(&h, s, sizeof h, cudaMemcpyDeviceToHost);  // defect: uninitialized-copy
  cudaFree(x); cudaFree(s);
  printf("%f\n", h.least);
}
