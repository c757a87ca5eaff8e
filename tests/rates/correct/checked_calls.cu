// Every call is checked by a macro; a deliberate failure is looked at and cleared.
#include <cstdio>
#include <cstdlib>
#define CHECK(call)                                                                 \
  do {                                                                              \
    cudaError_t e = (call);                                                         \
    if (e != cudaSuccess) {                                                         \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e));    \
      exit(EXIT_FAILURE);                                                           \
    }                                                                               \
  } while (0)
__global__ void fill(int* x, int n, int v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = v;
}
int main() {
  int count = 0, device = 0, *x, h[100];
  CHECK(cudaGetDeviceCount(&count));
  CHECK(cudaSetDevice(device));
  cudaDeviceProp prop;
  CHECK(cudaGetDeviceProperties(&prop, device));
  if (cudaMalloc(&x, std::size_t(1) << 60) == cudaErrorMemoryAllocation) cudaGetLastError();
  CHECK(cudaMalloc(&x, sizeof h));
  fill<<<(100 + 63) / 64, 64>>>(x, 100, 7);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(x));
  printf("%d\n", h[99]);
}
