#include <cstdio>
#include <vector>

__global__ void derivative(const float* f, float* df, int n, float h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 1 && i < n - 1) {
    df[i] = (f[i + 1] - f[i - 1]) / (2 * h);
  }
}

int main() {
  const int n = 129;
  const float h = 0.01f;
  std::vector<float> f(n), df(n);
  for (int i = 0; i < n; ++i) f[i] = i * h * i * h;
  float *d_f, *d_df;
  cudaMalloc(&d_f, n * sizeof(float));
  cudaMalloc(&d_df, n * sizeof(float));  // defect: uninitialized-copy|uninitialized-global
  cudaMemcpy(d_f, f.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  derivative<<<(n + 31) / 32, 32>>>(d_f, d_df, n, h);
  cudaMemcpy(df.data(), d_df, n * sizeof(float), cudaMemcpyDeviceToHost);  // defect: uninitialized-copy|uninitialized-global
  float largest = 0;
  for (float x : df)
    if (x > largest) largest = x;  // defect: uninitialized-copy|uninitialized-global
  printf("largest slope %f\n", largest);
  cudaFree(d_f);
  cudaFree(d_df);
  return 0;
}
