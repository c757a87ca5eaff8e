// With -fmad=false, products and sums are rounded apart, in every form in which one could be fused; fma still is one.
// flags: -fmad=false
#include <cmath>
#include <cstdio>

__global__ void sums(const float* x, const double* y, float* plus, float* minus, float* called, double* doubles) {
  const int i = threadIdx.x;
  plus[i] = x[i] * 11.1f + 0.7f;
  float kept = -3.3f;
  kept -= x[i] * x[i];
  minus[i] = kept;
  called[i] = fmaf(x[i], 11.1f, 0.7f);
  doubles[i] = y[i] * y[i] - y[i];
}

// A product and a sum that the host's compiler cannot fuse.
static float times(float a, float b) {
  volatile float product = a * b;
  return product;
}
static double times(double a, double b) {
  volatile double product = a * b;
  return product;
}

int main() {
  const int n = 256;
  float *x, *plus, *minus, *called;
  double *y, *doubles;
  for (float** array : {&x, &plus, &minus, &called}) cudaMallocManaged(array, n * sizeof(float));
  for (double** array : {&y, &doubles}) cudaMallocManaged(array, n * sizeof(double));
  for (int i = 0; i < n; ++i) x[i] = 1e3f / (i + 3), y[i] = 1.0 / (i + 3);
  sums<<<1, n>>>(x, y, plus, minus, called, doubles);
  cudaDeviceSynchronize();
  int wrong = 0, differ = 0;
  for (int i = 0; i < n; ++i) {
    wrong += plus[i] != times(x[i], 11.1f) + 0.7f;
    wrong += minus[i] != -3.3f - times(x[i], x[i]);
    wrong += called[i] != fmaf(x[i], 11.1f, 0.7f);
    wrong += doubles[i] != times(y[i], y[i]) - y[i];
    differ += plus[i] != called[i];
  }
  if (differ == 0) std::printf("no sum shows the difference\n");
  std::printf(wrong ? "%d sums are not what two roundings give\n" : "ok\n", wrong);
  return wrong != 0 || differ == 0;
}
