// The accumulator of a dot product has no first value.
#include <cstdio>
__global__ void dot(const float* a, const float* b, float* out, int n) {
  float sum;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += a[i] * b[i];  // defect: uninitialized-local
  atomicAdd(out, sum);  // defect: uninitialized-local
}
int main() {
  float *a, *b, *out, r;
  cudaMalloc(&a, 400);
  cudaMalloc(&b, 400);
  cudaMalloc(&out, 4);
  cudaMemset(a, 0, 400);
  cudaMemset(b, 0, 400);
  cudaMemset(out, 0, 4);
  dot<<<1, 32>>>(a, b, out, 100);
  cudaMemcpy(&r, out, 4, cudaMemcpyDeviceToHost);
  printf("%f\n", r);
  cudaFree(a);
  cudaFree(b);
  cudaFree(out);
}
