// float4 loads from an array shifted by one float.
#include <cstdio>
#include <vector>
__global__ void sum4(const float *x, float *out, int n) {
  int i = threadIdx.x;
  if (4 * i + 3 < n) {
    float4 v = *reinterpret_cast<const float4 *>(x + 4 * i);  // defect: misaligned
    out[i] = v.x + v.y + v.z + v.w;
  }
}
int main() {
  const int n = 129;
  std::vector<float> h(n, 1);
  float *x, *o;
  cudaMalloc(&x, n * 4); cudaMalloc(&o, 128);
  cudaMemcpy(x, h.data(), n * 4, cudaMemcpyHostToDevice);
  sum4<<<1, 32>>>(x + 1, o, n - 1);
  cudaMemcpy(h.data(), o, 128, cudaMemcpyDeviceToHost);
  cudaFree(x); cudaFree(o);
  printf("%f\n", h[0]);
}
