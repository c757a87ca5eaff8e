// A helper writes one element too many into its caller's array.
#include <cstdio>
#include <vector>
__device__ __noinline__ void load(const float *in, float *w, int n) {
  for (int k = 0; k <= n; ++k) w[k] = in[k];  // defect: out-of-bounds-local
}
__global__ void sums(const float *in, float *out) {
  float w[4];
  load(in + threadIdx.x, w, 4);
  out[threadIdx.x] = w[0] + w[1] + w[2] + w[3];
}
int main() {
  std::vector<float> h(64, 1);
  float *a, *b;
  cudaMalloc(&a, 256); cudaMalloc(&b, 128);
  cudaMemcpy(a, h.data(), 256, cudaMemcpyHostToDevice);
  sums<<<1, 32>>>(a, b);
  cudaMemcpy(h.data(), b, 128, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b);
  printf("%f\n", h[0]);
}
