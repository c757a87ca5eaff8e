// The programming guide's way to make an atomic: a first guess by a plain read, then compare and swap.
#include <cstdio>
#include <vector>
__device__ double addDouble(double *address, double val) {
  unsigned long long int *address_as_ull = (unsigned long long int *)address;
  unsigned long long int old = *address_as_ull, assumed;
  do {
    assumed = old;
    old = atomicCAS(address_as_ull, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
__device__ float maxFloat(float *address, float val) {
  int *as_int = (int *)address, old = *as_int, assumed;
  do {
    assumed = old;
    old = atomicCAS(as_int, assumed, __float_as_int(fmaxf(val, __int_as_float(assumed))));
  } while (assumed != old);
  return __int_as_float(old);
}
__global__ void run(const double *x, double *sum, float *most, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    addDouble(sum, x[i]);
    maxFloat(most, (float)x[i]);
  }
}
int main() {
  const int n = 500;
  std::vector<double> h(n);
  for (int i = 0; i < n; ++i) h[i] = i;
  double *x, *s, sum;
  float *m, most;
  cudaMalloc(&x, n * 8); cudaMalloc(&s, 8); cudaMalloc(&m, 4);
  cudaMemset(s, 0, 8); cudaMemset(m, 0, 4);
  cudaMemcpy(x, h.data(), n * 8, cudaMemcpyHostToDevice);
  run<<<2, 64>>>(x, s, m, n);
  cudaMemcpy(&sum, s, 8, cudaMemcpyDeviceToHost);
  cudaMemcpy(&most, m, 4, cudaMemcpyDeviceToHost);
  cudaFree(x); cudaFree(s); cudaFree(m);
  printf("%f %f\n", sum, most);
  return sum != n * (n - 1) / 2 || most != n - 1;
}
