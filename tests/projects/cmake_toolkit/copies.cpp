#include <cuda_runtime.h>

#include <cstdio>

int main() {
  int *place, sent = 3, back = 0;
  if (cudaMalloc(&place, sizeof sent) != cudaSuccess) return 1;
  cudaMemcpy(place, &sent, sizeof sent, cudaMemcpyHostToDevice);
  cudaMemcpy(&back, place, sizeof back, cudaMemcpyDeviceToHost);
#if defined(__LOCKSTEP__)
  std::printf("Lockstep: %d\n", back);
#else
  std::printf("CUDA: %d\n", back);
#endif
}
