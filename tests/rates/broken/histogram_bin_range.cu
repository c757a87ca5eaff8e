// The largest value falls into a bin after the last one.
#include <vector>
__global__ void histogram(const float* x, int n, int* bins, int count, float low, float high) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int bin = int((x[i] - low) / (high - low) * count);
  atomicAdd(&bins[bin], 1);  // defect: out-of-bounds-global
}
int main() {
  const int n = 1000, count = 32;
  std::vector<float> h(n);
  for (int i = 0; i < n; ++i) h[i] = float(i) / (n - 1);
  float* x;
  int* bins;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&bins, count * sizeof(int));
  cudaMemset(bins, 0, count * sizeof(int));
  cudaMemcpy(x, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  histogram<<<(n + 255) / 256, 256>>>(x, n, bins, count, 0.0f, 1.0f);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(bins);
}
