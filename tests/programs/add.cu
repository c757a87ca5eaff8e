// Adds two arrays with one block too many: the first program of every CUDA course.

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void add(const float* a, const float* b, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}

int main() {
  const int n = 1000;
  std::vector<float> a(n), b(n), sum(n, -1.0f);
  for (int i = 0; i < n; ++i) {
    a[i] = 0.5f * i;
    b[i] = 1000.0f - i;
  }
  float *d_a, *d_b, *d_sum;
  cudaMalloc(&d_a, n * sizeof(float));
  cudaMalloc(&d_b, n * sizeof(float));
  cudaMalloc(&d_sum, n * sizeof(float));
  cudaMemcpy(d_a, a.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  add<<<(n + 127) / 128 + 1, 128>>>(d_a, d_b, d_sum, n);
  cudaMemcpy(sum.data(), d_sum, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) {
    if (sum[i] != a[i] + b[i]) {
      std::printf("sum[%d] is %g, not %g\n", i, sum[i], a[i] + b[i]);
      return 1;
    }
  }
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_sum);
  std::puts(cudaGetLastError() == cudaSuccess ? "ok" : "an error is pending");
}
