// Histogram with privatised bins, and a second kernel that turns counts to a CDF.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#define CHECK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(1); } } while (0)
constexpr int kBins = 64;
constexpr int kThreads = 128;
struct Range { float lo, hi; };

__device__ __forceinline__ int binOf(float v, Range r) {
  int b = (int)((v - r.lo) / (r.hi - r.lo) * kBins);
#if DEFECT == 3
  return b;
#else
  return b < 0 ? 0 : b >= kBins ? kBins - 1 : b;
#endif
}
__global__ void histogram(const float* __restrict__ v, int n, Range r, unsigned* out) {
  __shared__ unsigned bins[kBins];
  for (int i = threadIdx.x; i < kBins; i += blockDim.x) bins[i] = 0;  // defect1: race-shared|race-atomic
#if DEFECT != 1
  __syncthreads();
#endif
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[binOf(v[i], r)], 1u);  // defect1: race-atomic|uninitialized-shared defect3: out-of-bounds-shared
#if DEFECT != 2
  __syncthreads();
#endif
  for (int i = threadIdx.x; i < kBins; i += blockDim.x)
#if DEFECT == 4
    out[i] += bins[i];  // defect4: lost-update|race-global
#else
    if (bins[i]) atomicAdd(&out[i], bins[i]);  // defect2: race-atomic|race-shared defect5: uninitialized-global
#endif
}
template <int N>
__global__ void cdf(const unsigned* bins, float* out, float scale) {
  __shared__ unsigned s[2][N];
  int t = threadIdx.x, in = 0;
  s[0][t] = bins[t];
  __syncthreads();
  for (int d = 1; d < N; d <<= 1) {
    s[1 - in][t] = s[in][t] + (t >= d ? s[in][t - d] : 0);  // defect6: race-shared
    in = 1 - in;
#if DEFECT != 6
    __syncthreads();
#endif
  }
  out[t] = s[in][t] * scale;
}
int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : 5000;
  std::vector<float> h(n);
  unsigned seed = 12345;
  for (auto& x : h) { seed = seed * 1664525u + 1013904223u; x = (seed >> 8) * (1.0f / 16777216.0f); }
  h[17] = 1.0f;
  float* d_v; unsigned* d_bins; float* d_cdf;
  CHECK(cudaMalloc(&d_v, n * sizeof(float)));
  CHECK(cudaMalloc(&d_bins, kBins * sizeof(unsigned)));
  CHECK(cudaMalloc(&d_cdf, kBins * sizeof(float)));  // defect7: leak
  CHECK(cudaMemcpy(d_v, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));
#if DEFECT != 5
  CHECK(cudaMemset(d_bins, 0, kBins * sizeof(unsigned)));
#endif
  histogram<<<8, kThreads>>>(d_v, n, Range{0.f, 1.f}, d_bins);
  CHECK(cudaGetLastError());
  cdf<kBins><<<1, kBins>>>(d_bins, d_cdf, 1.f / n);
  CHECK(cudaGetLastError());
  std::vector<float> c(kBins);
  CHECK(cudaMemcpy(c.data(), d_cdf, kBins * sizeof(float), cudaMemcpyDeviceToHost));
  printf("%s\n", c.back() > 0.999f && c.back() < 1.001f ? "ok" : "FAIL");
  CHECK(cudaFree(d_v)); CHECK(cudaFree(d_bins));
#if DEFECT != 7
  CHECK(cudaFree(d_cdf));
#endif
  return 0;
}
