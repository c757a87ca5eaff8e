#include <cublas_v2.h>
#include <cufftw.h>
#include <nvblas.h>
// told: cuFFTW is not supported yet
// told: NVBLAS is not supported yet
// untold: undeclared identifier|unknown type name
int main() {
  cublasHandle_t handle;
  cublasCreate(&handle);
  return cublasDestroy(handle);
}
