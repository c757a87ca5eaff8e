// The sum is declared, and nobody gives it a first value.
#include <cstdio>
#include <vector>
__global__ void rowSums(const float *m, float *out, int w) {
  float sum;
  for (int x = 0; x < w; ++x) sum += m[threadIdx.x * w + x];  // defect: uninitialized-local
  out[threadIdx.x] = sum;  // defect: uninitialized-local
}
int main() {
  std::vector<float> h(32 * 10, 1), r(32);
  float *a, *b;
  cudaMalloc(&a, 1280); cudaMalloc(&b, 128);
  cudaMemcpy(a, h.data(), 1280, cudaMemcpyHostToDevice);
  rowSums<<<1, 32>>>(a, b, 10);
  cudaMemcpy(r.data(), b, 128, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b);
  printf("%f\n", r[0]);
}
