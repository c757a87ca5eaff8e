// `a * b + c` in one expression is rounded once, even if both factors turn out to be constants.

#include <cmath>
#include <cstdio>

__device__ float weight(unsigned which) { return static_cast<float>(static_cast<int>(which) - 1000) * 0.125f; }

__global__ void sums(const float* x, const double* y, float* constant_factors, float* one_constant, double* doubles) {
  const int i = threadIdx.x;
  constant_factors[i] = 11.1f * weight(1) + x[i];
  one_constant[i] = x[i] * 11.1f + 0.7f;
  double two = 1.0;
  for (int k = 0; k < 3; ++k) two *= 1.1;
  doubles[i] = two * 0.3 - y[i];
}

int main() {
  const int n = 256;
  float *x, *constant_factors, *one_constant;
  double *y, *doubles;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&constant_factors, n * sizeof(float));
  cudaMallocManaged(&one_constant, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(double));
  cudaMallocManaged(&doubles, n * sizeof(double));
  for (int i = 0; i < n; ++i) x[i] = 1e3f / (i + 3), y[i] = 1.0 / (i + 3);
  sums<<<1, n>>>(x, y, constant_factors, one_constant, doubles);
  cudaDeviceSynchronize();
  // Values that are unknown to the host's compiler.
  volatile float factor = 11.1f, other = -124.875f, sum = 0.7f;
  volatile double two = 1.0, step = 1.1, third = 0.3;
  for (int k = 0; k < 3; ++k) two = two * step;
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    wrong += constant_factors[i] != fmaf(factor, other, x[i]);
    wrong += one_constant[i] != fmaf(x[i], factor, sum);
    wrong += doubles[i] != fma(two, third, -y[i]);
  }
  printf(wrong ? "%d sums were rounded twice\n" : "ok\n", wrong);
  return wrong != 0;
}
