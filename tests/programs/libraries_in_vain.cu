// flags: -lcudnn -lcusparse -lcusolver -lnccl -lnvrtc -lcublasLt -lnppc -lnvidia-ml -lcufft
// What is only included and linked costs nothing.
#include <cublasLt.h>
#include <cudnn.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <nccl.h>
#include <nvrtc.h>

#include <cstdio>

#ifdef USE_CUSPARSE
cusparseHandle_t handle;
#endif

__global__ void set(int* x) { *x = 7; }

int main() {
  int *x, value = 0;
  cudaMalloc(&x, sizeof *x);
  set<<<1, 1>>>(x);
  cudaMemcpy(&value, x, sizeof value, cudaMemcpyDeviceToHost);
  cudaFree(x);
  std::printf(value == 7 ? "ok\n" : "%d\n", value);
  return value == 7 ? 0 : 1;
}
