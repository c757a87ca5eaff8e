// The second block reads the data only where the flag says that they are there.

#include <cstdio>

__device__ int data, flag;

__global__ void PassOn(int* out) {
  if (blockIdx.x == 0) {
    data = 42;
    __threadfence();
    atomicExch(&flag, 1);
  } else {
    const int is_set = atomicAdd(&flag, 0);
    __threadfence();
    out[0] = is_set;
    out[1] = is_set ? data : 0;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 2 * sizeof(int));
  PassOn<<<2, 1>>>(out);
  int got[2];
  cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
  std::printf("%d\n", got[0]);
  cudaFree(out);
  return cudaGetLastError() != cudaSuccess;
}
