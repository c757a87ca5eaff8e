// Bottom-up merge sort: each thread finds by binary search where its part of a merge begins.
#include <algorithm>
#include <cstdio>
#include <vector>
__global__ void mergePass(const int *in, int *out, int n, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int pair = i / (2 * width) * (2 * width), middle = min(pair + width, n), end = min(pair + 2 * width, n);
  bool left = i < middle;
  int value = in[i], lo = left ? middle : pair, hi = left ? end : middle, first = lo;
  while (lo < hi) {
    int m = (lo + hi) / 2;
    if (in[m] < value || (!left && in[m] == value)) lo = m + 1;
    else hi = m;
  }
  out[pair + (i - (left ? pair : middle)) + (lo - first)] = value;
}
int main() {
  const int n = 1003;
  std::vector<int> h(n), want;
  for (int i = 0; i < n; ++i) h[i] = (i * 7919) % 331;
  want = h;
  std::sort(want.begin(), want.end());
  int *a, *b;
  cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4);
  cudaMemcpy(a, h.data(), n * 4, cudaMemcpyHostToDevice);
  for (int w = 1; w < n; w *= 2) { mergePass<<<(n + 127) / 128, 128>>>(a, b, n, w); std::swap(a, b); }
  cudaMemcpy(h.data(), a, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b);
  return h != want;
}
