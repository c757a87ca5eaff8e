// The program reads the last error, or uses the result of the launch.
#include <cstdio>

__global__ void set(int* out) { out[threadIdx.x] = 1; }

int main() {
  int* out;
  cudaMalloc(&out, 2048 * sizeof(int));
  set<<<1, 2048>>>(out);
  if (cudaGetLastError() != cudaErrorInvalidConfiguration) return 1;
  void* arguments[] = {&out};
  if (cudaLaunchKernel(set, dim3(1), dim3(2048), arguments, 0, nullptr) != cudaErrorInvalidConfiguration) return 1;
  cudaFree(out);
  std::puts("done");
}
