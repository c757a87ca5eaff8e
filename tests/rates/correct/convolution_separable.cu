// Separable convolution: rows, then columns, kernel in constant memory, several results a thread.
#include <cmath>
#include <cstdio>
#include <vector>
#define R 4
#define RX 16
#define RY 4
#define STEPS 4
__constant__ float c_Kernel[2 * R + 1];
__global__ void rows(float *dst, const float *src, int w, int h) {
  __shared__ float s[RY][(STEPS + 2) * RX];
  const int baseX = (blockIdx.x * STEPS - 1) * RX + threadIdx.x, baseY = blockIdx.y * RY + threadIdx.y;
  src += baseY * w + baseX;
  dst += baseY * w + baseX;
  for (int i = 1; i < 1 + STEPS; i++) s[threadIdx.y][threadIdx.x + i * RX] = src[i * RX];
  s[threadIdx.y][threadIdx.x] = baseX >= 0 ? src[0] : 0;
  s[threadIdx.y][threadIdx.x + (1 + STEPS) * RX] = w - baseX > (1 + STEPS) * RX ? src[(1 + STEPS) * RX] : 0;
  __syncthreads();
  for (int i = 1; i < 1 + STEPS; i++) {
    float sum = 0;
    for (int j = -R; j <= R; j++) sum += c_Kernel[R - j] * s[threadIdx.y][threadIdx.x + i * RX + j];
    dst[i * RX] = sum;
  }
}
__global__ void columns(float *dst, const float *src, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float sum = 0;
  for (int j = -R; j <= R; j++) {
    int d = y + j;
    if (d >= 0 && d < h) sum += src[d * w + x] * c_Kernel[R - j];
  }
  dst[y * w + x] = sum;
}
int main() {
  const int w = 128, h = 24;
  float k[2 * R + 1];
  for (int i = 0; i <= 2 * R; ++i) k[i] = 1.0f / (2 * R + 1);
  std::vector<float> a(w * h, 9), r(w * h);
  float *x, *y;
  cudaMalloc(&x, w * h * 4); cudaMalloc(&y, w * h * 4);
  cudaMemcpyToSymbol(c_Kernel, k, sizeof k);
  cudaMemcpy(x, a.data(), w * h * 4, cudaMemcpyHostToDevice);
  rows<<<dim3(w / (STEPS * RX), h / RY), dim3(RX, RY)>>>(y, x, w, h);
  columns<<<dim3(w / 32, (h + 7) / 8), dim3(32, 8)>>>(x, y, w, h);
  cudaMemcpy(r.data(), x, w * h * 4, cudaMemcpyDeviceToHost);
  cudaFree(x); cudaFree(y);
  return std::fabs(r[12 * w + 64] - 9) > 1e-4;
}
