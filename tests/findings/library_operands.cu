// flags: -lcublas
// recorded: the host calls a library, and no kernel runs
// Calls of cuBLAS whose matrices are too small for what the arguments say, or were never written.
#include <cublas_v2.h>
#include <cuda_runtime.h>

int main() {
  // Rows are columns here: the leading dimension of a 4 x 2 matrix that is stored by rows.
  const int m = 4, n = 2;
  const float one = 1, zero = 0;
  const float host[16] = {};
  float *x, *y, *empty;
  cudaMalloc(&x, m * n * sizeof(float));
  cudaMalloc(&y, m * sizeof(float));
  cudaMalloc(&empty, n * sizeof(float));
  cudaMemcpy(x, host, m * n * sizeof(float), cudaMemcpyHostToDevice);
  cublasHandle_t handle;
  cublasCreate(&handle);
  // told: `cublasSgemv` reads `empty` \(its `x`\), where nothing was ever written
  cublasSgemv(handle, CUBLAS_OP_N, m, n, &one, x, m, empty, 1, &zero, y, 1);  // expect: uninitialized-global
  // told: `cublasSgemv` refuses its arguments: `lda` is 2, and `A` has 4 rows
  cublasSgemv(handle, CUBLAS_OP_N, m, n, &one, x, n, y, 1, &zero, y, 1);  // expect: api-misuse
  // told: `cublasSscal_64` refuses its arguments: `n` is 3000000000, and more than 2147483647 is not supported here
  cublasSscal_64(handle, 3000000000, &one, y, 1);  // expect: api-misuse
  // told: `cublasSasum` reads past the end of an allocation
  // told: `x` is 16 bytes, and 8 bytes are there
  float sum;
  cublasSasum(handle, m, empty, 1, &sum);  // expect: out-of-bounds-global
  cublasDestroy(handle);
  cudaFree(x);
  cudaFree(y);
  cudaFree(empty);
  return 0;
}
