// A filter of 5 taps is read with radius 3.
#include <cstdio>
#include <vector>
__constant__ float taps[5];
__global__ void fir(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 3 || i >= n - 3) return;
  float s = 0;
  for (int k = -3; k <= 3; ++k) s += taps[k + 3] * in[i + k];  // defect: out-of-bounds-variable
  out[i] = s;
}
int main() {
  float t[5] = {1, 2, 3, 2, 1};
  std::vector<float> h(100, 1);
  float *a, *b;
  cudaMalloc(&a, 400); cudaMalloc(&b, 400);
  cudaMemset(b, 0, 400);
  cudaMemcpyToSymbol(taps, t, sizeof t);
  cudaMemcpy(a, h.data(), 400, cudaMemcpyHostToDevice);
  fir<<<1, 128>>>(a, b, 100);
  cudaMemcpy(h.data(), b, 400, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b);
  printf("%f\n", h[50]);
}
