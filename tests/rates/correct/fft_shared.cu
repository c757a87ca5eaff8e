// Radix-2 FFT of 256 points a block, bit reversal on loading, in shared float2.
#include <cmath>
#include <cstdio>
#include <vector>
#define N 256
__global__ void fft(float2 *data) {
  __shared__ float2 s[N];
  float2 *mine = data + blockIdx.x * N;
  for (int i = threadIdx.x; i < N; i += blockDim.x) s[__brev(i) >> 24] = mine[i];
  __syncthreads();
  for (int len = 2; len <= N; len *= 2) {
    int t = threadIdx.x, j = t % (len / 2), i = t / (len / 2) * len + j;
    float angle = -6.2831853f * j / len, c, sn;
    sincosf(angle, &sn, &c);
    float2 a = s[i], b = s[i + len / 2], w = make_float2(b.x * c - b.y * sn, b.x * sn + b.y * c);
    s[i] = make_float2(a.x + w.x, a.y + w.y);
    s[i + len / 2] = make_float2(a.x - w.x, a.y - w.y);
    __syncthreads();
  }
  for (int i = threadIdx.x; i < N; i += blockDim.x) mine[i] = s[i];
}
int main() {
  std::vector<float2> h(2 * N);
  for (int i = 0; i < 2 * N; ++i) h[i] = make_float2(cosf(6.2831853f * 5 * i / N), 0);
  float2 *d;
  cudaMalloc(&d, h.size() * sizeof(float2));
  cudaMemcpy(d, h.data(), h.size() * sizeof(float2), cudaMemcpyHostToDevice);
  fft<<<2, N / 2>>>(d);
  cudaMemcpy(h.data(), d, h.size() * sizeof(float2), cudaMemcpyDeviceToHost);
  cudaFree(d);
  printf("%f %f\n", h[5].x, h[6].x);
  return fabsf(h[5].x - N / 2) > 0.01f;
}
