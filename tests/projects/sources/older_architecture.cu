// A program for several architectures at once: its code sees the one that it is compiled for.

#include <cstdio>

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
// Devices before sm_60 have no such atomic.
__device__ double atomicAdd(double* address, double value) {
  unsigned long long *bits = (unsigned long long*)address, old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
#endif

__global__ void sum(double* total, int* architecture) {
  atomicAdd(total, threadIdx.x + 0.5);
#ifdef __CUDA_ARCH__
  *architecture = __CUDA_ARCH__;
#endif
}

int main() {
#ifdef __CUDA_ARCH_LIST__
  const int list[] = {__CUDA_ARCH_LIST__};
#else
  const int list[] = {520};
#endif
  double* total;
  int* architecture;
  cudaMallocManaged(&total, sizeof *total), cudaMallocManaged(&architecture, sizeof *architecture);
  *total = 0;
  sum<<<1, 64>>>(total, architecture);
  cudaDeviceSynchronize();
  bool known = false;
  for (int one : list) known |= one == *architecture;
  if (*total != 64 * 32.0 || !known) return printf("%g for %d\n", *total, *architecture), 1;
  printf("compiled for %d\n", *architecture);
}
