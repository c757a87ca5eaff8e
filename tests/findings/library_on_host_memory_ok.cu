// flags: -lcublas
// The array is copied to the device first.
#include <cublas_v2.h>
#include <cuda_runtime.h>

int main() {
  float host[4] = {1, 2, 3, 4}, sum;
  float* there;
  cudaMalloc(&there, sizeof host);
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetVector(4, sizeof(float), host, 1, there, 1);
  cublasSasum(handle, 4, there, 1, &sum);
  cublasDestroy(handle);
  cudaFree(there);
  return sum == 10 ? 0 : 1;
}
