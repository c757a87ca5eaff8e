// The second block looks at the flag and reads the data whatever it says. In the order of their numbers the first block
// has always set it.

#include <cstdio>

__device__ int data, flag;

__global__ void PassOn(int* out) {
  if (blockIdx.x == 0) {
    data = 42;  // expect: race-global
    __threadfence();
    atomicExch(&flag, 1);
  } else {
    const int is_set = atomicAdd(&flag, 0);
    __threadfence();
    out[0] = is_set;
    out[1] = data;
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
