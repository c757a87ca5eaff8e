// Elements are copied as if they had one byte less: the rest is used without a value.
#include <cstdio>
#include <vector>
__global__ void sum(const double *x, double *s, int n) {
  double t = 0;
  for (int i = 0; i < n; ++i) t += x[i];  // defect: uninitialized-global
  *s = t;
}
int main() {
  const int n = 64;
  std::vector<double> h(n, 1);
  double *x, *s, r;
  cudaMalloc(&x, n * sizeof(double)); cudaMalloc(&s, 8);
  cudaMemcpy(x, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  sum<<<1, 1>>>(x, s, n);
  cudaMemcpy(&r, s, 8, cudaMemcpyDeviceToHost);
  cudaFree(x); cudaFree(s);
  printf("%f\n", r);
}
