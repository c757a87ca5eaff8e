// A grid-stride loop with a barrier: at the end some threads go round once more than others.
#include <cstdio>
#include <vector>
__global__ void smooth(const float *in, float *out, int n) {
  __shared__ float s[64];
  for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += gridDim.x * 64) {
    s[threadIdx.x] = in[i];
    __syncthreads();  // defect: barrier-skipped|barrier-mixed
    out[i] = s[threadIdx.x] + s[threadIdx.x ^ 1];
    __syncthreads();  // defect: barrier-skipped|barrier-mixed
  }
  s[threadIdx.x] = 0;
  __syncthreads();  // defect: barrier-skipped|barrier-mixed
  if (s[63 - threadIdx.x] != 0) out[0] = 0;
}
int main() {
  const int n = 300;
  std::vector<float> h(n, 1);
  float *a, *b;
  cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4);
  cudaMemcpy(a, h.data(), n * 4, cudaMemcpyHostToDevice);
  smooth<<<2, 64>>>(a, b, n);
  cudaMemcpy(h.data(), b, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b);
  printf("%f\n", h[0]);
}
