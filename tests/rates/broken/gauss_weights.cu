#include <cmath>
#include <cstdio>

__constant__ float weights[9];

__global__ void blur(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0;
  for (int k = -4; k <= 4; ++k) s += weights[k + 4] * in[min(max(i + k, 0), n - 1)];
  out[i] = s;
}

int main() {
  float w[9], sum = 0;
  for (int k = 0; k < 9; ++k) sum += w[k] = std::exp(-0.25f * (k - 4) * (k - 4));
  for (float& x : w) x /= sum;
  cudaError_t e = cudaMemcpy(weights, w, sizeof w, cudaMemcpyHostToDevice);  // defect: symbol-misuse|host-pointer|copy-direction
  if (e != cudaSuccess) fprintf(stderr, "copy: %s\n", cudaGetErrorString(e));
  const int n = 90;
  float *in, *out, h[n];
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  for (int i = 0; i < n; ++i) h[i] = i % 2;
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  blur<<<3, 32>>>(in, out, n);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%f\n", h[45]);
  cudaFree(in);
  cudaFree(out);
}
