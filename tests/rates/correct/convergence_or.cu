// A block iterates until __syncthreads_or says that nobody changes anything; labels of a line of pixels spread.
#include <cstdio>
#include <vector>
__global__ void spread(const unsigned char *on, int *label, int n) {
  __shared__ int l[256];
  int t = threadIdx.x;
  l[t] = t < n && on[t] ? t : -1;
  __syncthreads();
  int changed;
  do {
    int best = l[t];
    if (best >= 0 && t > 0 && l[t - 1] > best) best = l[t - 1];
    if (best >= 0 && t < 255 && l[t + 1] > best) best = l[t + 1];
    changed = best != l[t];
    __syncthreads();
    l[t] = best;
  } while (__syncthreads_or(changed));
  if (t < n) label[t] = l[t];
}
int main() {
  const int n = 200;
  std::vector<unsigned char> h(n);
  std::vector<int> r(n);
  for (int i = 0; i < n; ++i) h[i] = i % 17 != 0;
  unsigned char *a; int *b;
  cudaMalloc(&a, n); cudaMalloc(&b, n * 4);
  cudaMemcpy(a, h.data(), n, cudaMemcpyHostToDevice);
  spread<<<1, 256>>>(a, b, n);
  cudaMemcpy(r.data(), b, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b);
  return r[1] != 16 || r[20] != 33;
}
