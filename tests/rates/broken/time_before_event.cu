// The time between two events is asked before the second one has happened, and the answer is not checked.
#include <cstdio>
__global__ void spin(int* x) {
  for (int i = 0; i < 1000; ++i) x[threadIdx.x] += i;
}
int main() {
  int* x;
  cudaEvent_t start, stop;
  float ms = 0;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMemset(x, 0, 32 * sizeof(int));
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  spin<<<1, 32>>>(x);
  cudaEventRecord(stop);
  cudaEventElapsedTime(&ms, start, stop);  // defect: not-synchronized|api-misuse|error-ignored
  printf("%f\n", ms);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaFree(x);
}
