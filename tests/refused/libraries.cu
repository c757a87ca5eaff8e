#include <cublas_v2.h>
#include <cufft.h>
#include <cub/cub.cuh>
#include <thrust/device_vector.h>
// told: cuBLAS is not supported yet
// told: cuFFT is not supported yet
// told: CUB is not supported yet
// told: Thrust is not supported yet
// told: 2 more errors are left out
// untold: undeclared identifier|unknown type name
int main() {
  cublasHandle_t handle;
  cublasCreate(&handle);
  return CUBLAS_STATUS_SUCCESS;
}
