#include <cublas_v2.h>
#include <cublasLt.h>
#include <cufft.h>
// told: cuBLASLt is not supported yet
// told: cuFFT is not supported yet
// untold: undeclared identifier|unknown type name
int main() {
  cublasHandle_t handle;
  cublasCreate(&handle);
  return cublasSgetrfBatched(handle, 0, nullptr, 0, nullptr, nullptr, 0);
}
