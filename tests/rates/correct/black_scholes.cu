// Options priced with a struct of arrays; functions that return through references.
#include <cmath>
#include <cstdio>
#include <vector>
__device__ float cnd(float d) {
  const float A1 = 0.31938153f, A2 = -0.356563782f, A3 = 1.781477937f, A4 = -1.821255978f, A5 = 1.330274429f;
  float K = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  float c = 0.39894228f * expf(-0.5f * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));
  if (d > 0) c = 1.0f - c;
  return c;
}
__device__ void price(float &call, float &put, float S, float X, float T, float R, float V) {
  float sq = sqrtf(T), d1 = (logf(S / X) + (R + 0.5f * V * V) * T) / (V * sq), d2 = d1 - V * sq, e = expf(-R * T);
  call = S * cnd(d1) - X * e * cnd(d2);
  put = X * e * (1.0f - cnd(d2)) - S * (1.0f - cnd(d1));
}
__launch_bounds__(128) __global__ void run(float2 *__restrict call, float2 *__restrict put, const float2 *__restrict s, const float2 *__restrict x, const float2 *__restrict t, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n / 2) {
    float c1, c2, p1, p2;
    price(c1, p1, s[i].x, x[i].x, t[i].x, 0.02f, 0.3f);
    price(c2, p2, s[i].y, x[i].y, t[i].y, 0.02f, 0.3f);
    call[i] = make_float2(c1, c2);
    put[i] = make_float2(p1, p2);
  }
}
int main() {
  const int n = 400;
  std::vector<float> s(n), x(n), t(n), c(n), p(n);
  for (int i = 0; i < n; ++i) { s[i] = 20 + i % 10; x[i] = 18 + i % 7; t[i] = 0.5f + i % 4; }
  float *d[5];
  for (auto &q : d) cudaMalloc(&q, n * 4);
  cudaMemcpy(d[2], s.data(), n * 4, cudaMemcpyHostToDevice); cudaMemcpy(d[3], x.data(), n * 4, cudaMemcpyHostToDevice); cudaMemcpy(d[4], t.data(), n * 4, cudaMemcpyHostToDevice);
  run<<<(n / 2 + 127) / 128, 128>>>((float2 *)d[0], (float2 *)d[1], (float2 *)d[2], (float2 *)d[3], (float2 *)d[4], n);
  cudaMemcpy(c.data(), d[0], n * 4, cudaMemcpyDeviceToHost); cudaMemcpy(p.data(), d[1], n * 4, cudaMemcpyDeviceToHost);
  for (auto &q : d) cudaFree(q);
  for (int i = 0; i < n; ++i) if (fabsf(c[i] - p[i] - (s[i] - x[i] * expf(-0.02f * t[i]))) > 1e-2f) return 1;
  return 0;
}
