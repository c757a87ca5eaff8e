// sizeof of a pointer instead of the array.
#include <cstdio>
__global__ void twice(double* x, int n) {
  if (threadIdx.x < n) x[threadIdx.x] *= 2;  // defect: out-of-bounds-global
}
static void run(double* host, int n) {
  double* d;
  cudaMalloc(&d, sizeof(host));
  cudaMemcpy(d, host, sizeof(host), cudaMemcpyHostToDevice);
  twice<<<1, 32>>>(d, n);
  cudaMemcpy(host, d, sizeof(host), cudaMemcpyDeviceToHost);
  cudaFree(d);
}
int main() {
  double values[20] = {1, 2, 3};
  run(values, 20);
  printf("%f\n", values[0]);
}
