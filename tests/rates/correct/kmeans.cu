// k-means: centres in constant memory, sums by atomics in shared memory and then in global memory.
#include <cstdio>
#include <vector>
#define K 4
__constant__ float2 centres[K];
__global__ void assign(const float2 *points, int *label, float *sums, int *counts, int n) {
  __shared__ float sx[K], sy[K];
  __shared__ int sc[K];
  if (threadIdx.x < K) sx[threadIdx.x] = sy[threadIdx.x] = sc[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float2 p = points[i];
    int best = 0;
    float bestDistance = 3.4e38f;
    for (int k = 0; k < K; ++k) {
      float dx = p.x - centres[k].x, dy = p.y - centres[k].y, d = dx * dx + dy * dy;
      if (d < bestDistance) { bestDistance = d; best = k; }
    }
    label[i] = best;
    atomicAdd(&sx[best], p.x);
    atomicAdd(&sy[best], p.y);
    atomicAdd(&sc[best], 1);
  }
  __syncthreads();
  if (threadIdx.x < K) {
    atomicAdd(&sums[2 * threadIdx.x], sx[threadIdx.x]);
    atomicAdd(&sums[2 * threadIdx.x + 1], sy[threadIdx.x]);
    atomicAdd(&counts[threadIdx.x], sc[threadIdx.x]);
  }
}
int main() {
  const int n = 1000;
  std::vector<float2> h(n);
  for (int i = 0; i < n; ++i) h[i] = make_float2(10.0f * (i % 2) + (i % 5) * 0.1f, 10.0f * (i / 2 % 2) + (i % 3) * 0.1f);
  float2 c[K] = {{1, 1}, {8, 1}, {1, 8}, {8, 8}};
  float2 *p; int *label, *counts; float *sums;
  cudaMalloc(&p, n * sizeof(float2)); cudaMalloc(&label, n * sizeof(int)); cudaMalloc(&sums, 2 * K * sizeof(float)); cudaMalloc(&counts, K * sizeof(int));
  cudaMemcpy(p, h.data(), n * sizeof(float2), cudaMemcpyHostToDevice);
  int hc[K];
  for (int it = 0; it < 3; ++it) {
    float hs[2 * K];
    cudaMemcpyToSymbol(centres, c, sizeof c);
    cudaMemset(sums, 0, sizeof hs);
    cudaMemset(counts, 0, sizeof hc);
    assign<<<(n + 127) / 128, 128>>>(p, label, sums, counts, n);
    cudaMemcpy(hs, sums, sizeof hs, cudaMemcpyDeviceToHost);
    cudaMemcpy(hc, counts, sizeof hc, cudaMemcpyDeviceToHost);
    for (int k = 0; k < K; ++k) if (hc[k]) c[k] = make_float2(hs[2 * k] / hc[k], hs[2 * k + 1] / hc[k]);
  }
  cudaFree(p); cudaFree(label); cudaFree(sums); cudaFree(counts);
  printf("%d %d %d %d\n", hc[0], hc[1], hc[2], hc[3]);
  return hc[0] + hc[1] + hc[2] + hc[3] != n;
}
