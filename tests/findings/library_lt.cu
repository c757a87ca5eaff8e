// flags: -lcublasLt
// recorded: the host calls a library, and no kernel runs
// Calls of cuBLASLt whose operands are too small for the layouts, on the host or never written, and attributes of another size.
#include <cublasLt.h>
#include <cuda_runtime.h>

int main() {
  const int m = 8, n = 4, k = 6;
  const float one = 1, zero = 0;
  const float host[m * k] = {};
  float *a, *b, *d, *bias, *empty;
  cudaMalloc(&a, m * k * sizeof(float));
  cudaMalloc(&b, k * n * sizeof(float));
  cudaMalloc(&d, m * n * sizeof(float));
  cudaMalloc(&empty, k * n * sizeof(float));
  cudaMalloc(&bias, n * sizeof(float));
  cudaMemcpy(a, host, m * k * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, host, k * n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(bias, 0, n * sizeof(float));
  cublasLtHandle_t handle;
  cublasLtCreate(&handle);
  cublasLtMatmulDesc_t product;
  cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cublasLtMatrixLayout_t of_a, of_b, of_d;
  cublasLtMatrixLayoutCreate(&of_a, CUDA_R_32F, m, k, m);
  cublasLtMatrixLayoutCreate(&of_b, CUDA_R_32F, k, n, k);
  cublasLtMatrixLayoutCreate(&of_d, CUDA_R_32F, m, n, m);
  const long long op = CUBLAS_OP_T;
  // told: `cublasLtMatmulDescSetAttribute` refuses its arguments: `sizeInBytes` is 8, and CUBLASLT_MATMUL_DESC_TRANSA has 4 bytes
  cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_TRANSA, &op, sizeof op);  // expect: api-misuse
  // told: `cublasLtMatmul` refuses its arguments: op\(`A`\) is 6 x 4, and op\(`B`\) is 8 x 6
  cublasLtMatmul(handle, product, &one, b, of_b, a, of_a, &zero, d, of_d, d, of_d, nullptr, nullptr, 0, nullptr);  // expect: api-misuse
  // told: `cublasLtMatmul` reads `empty` \(its `B`\), where nothing was ever written
  cublasLtMatmul(handle, product, &one, a, of_a, empty, of_b, &zero, d, of_d, d, of_d, nullptr, nullptr, 0, nullptr);  // expect: uninitialized-global
  const cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_BIAS;
  cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue);
  cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof bias);
  // One number for each column, where the library wants one for each row.
  // told: `cublasLtMatmul` reads past the end of
  // told: `bias` is 32 bytes, and 16 bytes are there
  cublasLtMatmul(handle, product, &one, a, of_a, b, of_b, &zero, d, of_d, d, of_d, nullptr, nullptr, 0, nullptr);  // expect: out-of-bounds-global
  cublasLtMatrixLayoutDestroy(of_a);
  cublasLtMatrixLayoutDestroy(of_b);
  cublasLtMatrixLayoutDestroy(of_d);
  cublasLtMatmulDescDestroy(product);
  cublasLtDestroy(handle);
  cudaFree(a);
  cudaFree(b);
  cudaFree(d);
  cudaFree(bias);
  cudaFree(empty);
  return 0;
}
