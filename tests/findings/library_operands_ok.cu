// flags: -lcublas
// The same calls with what they need.
#include <cublas_v2.h>
#include <cuda_runtime.h>

int main() {
  const int m = 4, n = 2;
  const float one = 1, zero = 0;
  const float host[16] = {};
  float *x, *y, *filled;
  cudaMalloc(&x, m * n * sizeof(float));
  cudaMalloc(&y, m * sizeof(float));
  cudaMalloc(&filled, m * sizeof(float));
  cudaMemcpy(x, host, m * n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(filled, 0, m * sizeof(float));
  cublasHandle_t handle;
  cublasCreate(&handle);
  // y is written and not read: beta is 0.
  cublasSgemv(handle, CUBLAS_OP_N, m, n, &one, x, m, filled, 1, &zero, y, 1);
  cublasSgemv(handle, CUBLAS_OP_T, m, n, &one, x, m, y, 1, &zero, filled, 1);
  cublasSscal_64(handle, m, &one, y, 1);
  float sum;
  cublasSasum(handle, m, filled, 1, &sum);
  cublasDestroy(handle);
  cudaFree(x);
  cudaFree(y);
  cudaFree(filled);
  return 0;
}
