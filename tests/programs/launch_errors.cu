// Wrong launches and calls: each returns CUDA's error, no kernel runs, and the program continues.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define EXPECT(condition)                                                         \
  do {                                                                            \
    if (!(condition)) {                                                           \
      printf("%d: not so: %s (%s)\n", __LINE__, #condition, cudaGetErrorName(cudaPeekAtLastError())); \
      exit(1);                                                                    \
    }                                                                             \
  } while (0)

__global__ void set(int* a) { *a = 1; }
__global__ void useDynamic(int* a, int n) {
  extern __shared__ int buffer[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) buffer[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) *a = buffer[n - 1];
}
template <int N>
__global__ void nested(int* a) {
  *a = N;
}

int main() {
  int *d, h = 0;
  EXPECT(cudaMalloc(&d, sizeof(int)) == cudaSuccess);
  EXPECT(cudaMemset(d, 0, sizeof(int)) == cudaSuccess);

  set<<<1, 1025>>>(d);
  EXPECT(cudaPeekAtLastError() == cudaErrorInvalidConfiguration);
  EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
  EXPECT(cudaGetLastError() == cudaSuccess);
  set<<<0, 1>>>(d);
  EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
  set<<<dim3(1, 70000), 1>>>(d);
  EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
  set<<<1, dim3(1, 1, 128)>>>(d);
  EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
  set<<<1, 1, 1 << 20>>>(d);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  EXPECT(cudaMemcpy(&h, d, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess);
  EXPECT(h == 0);

  // More than 48 KB of dynamic shared memory must be requested.
  const int n = 20000;
  useDynamic<<<1, 64, n * sizeof(int)>>>(d, n);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  EXPECT(cudaFuncSetAttribute(useDynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, n * sizeof(int)) == cudaSuccess);
  useDynamic<<<1, 64, n * sizeof(int)>>>(d, n);
  EXPECT(cudaGetLastError() == cudaSuccess);
  EXPECT(cudaMemcpy(&h, d, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess);
  EXPECT(h == n - 1);

  EXPECT(cudaMemcpy(&h, d, 64, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  EXPECT(cudaFree(&h) == cudaErrorInvalidValue);
  void* p;
  EXPECT(cudaMalloc(&p, (size_t)1 << 60) == cudaErrorMemoryAllocation);
  EXPECT(cudaSetDevice(1000) == cudaErrorInvalidDevice);
  EXPECT(!strcmp(cudaGetErrorName(cudaErrorMemoryAllocation), "cudaErrorMemoryAllocation"));
  EXPECT(!strcmp(cudaGetErrorString(cudaErrorInvalidDevice), "invalid device ordinal"));
  cudaGetLastError();

  nested<42><<<1, 1>>>(d);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  EXPECT(cudaMemcpy(&h, d, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess);
  EXPECT(h == 42);
  EXPECT(cudaFree(d) == cudaSuccess);
  printf("ok\n");
  return 0;
}
