// flags: -lcublasLt
// The same calls with what they need; D is only written, and the result of one product is an operand of the next.
#include <cublasLt.h>
#include <cuda_runtime.h>

int main() {
  const int m = 8, n = 4, k = 6;
  const float one = 1, zero = 0;
  const float host[m * k] = {};
  float *a, *b, *d, *last, *bias;
  cudaMalloc(&a, m * k * sizeof(float));
  cudaMalloc(&b, k * n * sizeof(float));
  cudaMalloc(&d, m * n * sizeof(float));
  cudaMalloc(&last, k * n * sizeof(float));
  cudaMalloc(&bias, m * sizeof(float));
  cudaMemcpy(a, host, m * k * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, host, k * n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(bias, 0, m * sizeof(float));
  cublasLtHandle_t handle;
  cublasLtCreate(&handle);
  cublasLtMatmulDesc_t product;
  cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cublasLtMatrixLayout_t of_a, of_b, of_d;
  cublasLtMatrixLayoutCreate(&of_a, CUDA_R_32F, m, k, m);
  cublasLtMatrixLayoutCreate(&of_b, CUDA_R_32F, k, n, k);
  cublasLtMatrixLayoutCreate(&of_d, CUDA_R_32F, m, n, m);
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_BIAS;
  cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue);
  cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof bias);
  cublasLtMatmul(handle, product, &one, a, of_a, b, of_b, &zero, d, of_d, d, of_d, nullptr, nullptr, 0, nullptr);
  epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue);
  const cublasOperation_t op = CUBLAS_OP_T;
  cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_TRANSA, &op, sizeof op);
  cublasLtMatmul(handle, product, &one, a, of_a, d, of_d, &zero, last, of_b, last, of_b, nullptr, nullptr, 0, nullptr);
  cublasLtMatrixLayoutDestroy(of_a);
  cublasLtMatrixLayoutDestroy(of_b);
  cublasLtMatrixLayoutDestroy(of_d);
  cublasLtMatmulDescDestroy(product);
  cublasLtDestroy(handle);
  cudaMemcpy(b, last, k * n * sizeof(float), cudaMemcpyDeviceToDevice);
  cudaFree(a);
  cudaFree(b);
  cudaFree(d);
  cudaFree(last);
  cudaFree(bias);
  return 0;
}
