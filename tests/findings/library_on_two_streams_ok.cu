// flags: -lcublas
// The call waits for the kernel by an event.
#include <cublas_v2.h>
#include <cuda_runtime.h>

__global__ void fill(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}

int main() {
  const int n = 64;
  const float two = 2;
  float* x;
  cudaMalloc(&x, n * sizeof(float));
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEvent_t written;
  cudaEventCreate(&written);
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetStream(handle, second);
  fill<<<2, 32, 0, first>>>(x, n);
  cudaEventRecord(written, first);
  cudaStreamWaitEvent(second, written, 0);
  cublasSscal(handle, n, &two, x, 1);
  cudaDeviceSynchronize();
  cublasDestroy(handle);
  cudaEventDestroy(written);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(x);
  return 0;
}
