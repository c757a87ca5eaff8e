// 64 bins, one column of byte counters a thread: neighbours share words, never bytes.
#include <cstdio>
#include <vector>
#define THREADS 64
#define BINS 64

__global__ void histogram64(unsigned *partial, const unsigned char *data, int perThread, int n) {
  __shared__ unsigned char s[THREADS * BINS];
  int t = threadIdx.x;
  for (int b = 0; b < BINS; ++b) s[b * THREADS + t] = 0;
  int begin = (blockIdx.x * THREADS + t) * perThread;
  for (int i = begin; i < begin + perThread && i < n; ++i) s[(data[i] >> 2) * THREADS + t]++;
  __syncthreads();
  if (t < BINS) {
    unsigned sum = 0;
    for (int k = 0; k < THREADS; ++k) sum += s[t * THREADS + (t + k) % THREADS];
    partial[blockIdx.x * BINS + t] = sum;
  }
}

__global__ void mergePartials(unsigned *hist, const unsigned *partial, int blocks) {
  unsigned sum = 0;
  for (int b = 0; b < blocks; ++b) sum += partial[b * BINS + threadIdx.x];
  hist[threadIdx.x] = sum;
}

int main() {
  const int n = 20011, per = 100, blocks = (n + per * THREADS - 1) / (per * THREADS);
  std::vector<unsigned char> h(n);
  unsigned want[BINS] = {}, got[BINS];
  for (int i = 0; i < n; ++i) { h[i] = (unsigned char)(i * 37); want[h[i] >> 2]++; }
  unsigned char *d; unsigned *p, *g;
  cudaMalloc(&d, n); cudaMalloc(&p, blocks * BINS * 4); cudaMalloc(&g, BINS * 4);
  cudaMemcpy(d, h.data(), n, cudaMemcpyHostToDevice);
  histogram64<<<blocks, THREADS>>>(p, d, per, n);
  mergePartials<<<1, BINS>>>(g, p, blocks);
  cudaMemcpy(got, g, sizeof got, cudaMemcpyDeviceToHost);
  cudaFree(d); cudaFree(p); cudaFree(g);
  int bad = 0;
  for (int i = 0; i < BINS; ++i) bad += want[i] != got[i];
  printf("%d\n", bad);
  return bad;
}
