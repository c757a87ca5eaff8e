// The result is read without looking at what the query says.
#include <cstdio>
__global__ void work(int* out) { *out = 42; }
int main() {
  int* out;
  cudaMallocManaged(&out, sizeof(int));
  *out = 0;
  work<<<1, 1>>>(out);
  cudaGetLastError();
  printf("%d\n", *out);  // defect: not-synchronized
  cudaDeviceSynchronize();
  cudaFree(out);
}
