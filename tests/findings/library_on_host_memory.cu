// flags: -lcublas
// recorded: the host calls a library, and no kernel runs
// A host array goes to a function that works on the device's memory.
#include <cublas_v2.h>
#include <cuda_runtime.h>

int main() {
  float host[4] = {1, 2, 3, 4}, sum;
  cublasHandle_t handle;
  cublasCreate(&handle);
  // told: `cublasSasum` is given a pointer to the host's memory as `x`
  cublasSasum(handle, 4, host, 1, &sum);  // expect: host-argument
  cublasDestroy(handle);
  return 0;
}
