// The barrier between the stages of an FFT is missing.
#include <vector>
#define N 128
__global__ void fft(float2 *d) {
  __shared__ float2 s[N];
  for (int i = threadIdx.x; i < N; i += blockDim.x) s[__brev(i) >> 25] = d[i];
  __syncthreads();
  for (int len = 2; len <= N; len *= 2) {
    int j = threadIdx.x % (len / 2), i = threadIdx.x / (len / 2) * len + j;
    float c, sn;
    sincosf(-6.2831853f * j / len, &sn, &c);
    float2 a = s[i], b = s[i + len / 2], w = make_float2(b.x * c - b.y * sn, b.x * sn + b.y * c);  // defect: race-shared
    s[i] = make_float2(a.x + w.x, a.y + w.y);            // defect: race-shared
    s[i + len / 2] = make_float2(a.x - w.x, a.y - w.y);  // defect: race-shared
  }
  __syncthreads();
  for (int i = threadIdx.x; i < N; i += blockDim.x) d[i] = s[i];
}
int main() {
  std::vector<float2> h(N, make_float2(1, 0));
  float2 *d;
  cudaMalloc(&d, N * 8);
  cudaMemcpy(d, h.data(), N * 8, cudaMemcpyHostToDevice);
  fft<<<1, N / 2>>>(d);
  cudaMemcpy(h.data(), d, N * 8, cudaMemcpyDeviceToHost);
  cudaFree(d);
}
