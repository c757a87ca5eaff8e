// Hillis-Steele scan of segments with two buffers in turn, then a second kernel adds the block sums.
#include <cassert>
#include <cstdio>
#define B 128

__global__ void scanBlocks(const int *x, int *y, int *blockSums, int n) {
  __shared__ int buf[2 * B];
  int pout = 0, pin = 1, t = threadIdx.x, i = blockIdx.x * B + t;
  buf[pout * B + t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int d = 1; d < B; d <<= 1) {
    pout = 1 - pout;
    pin = 1 - pout;
    if (t >= d) buf[pout * B + t] = buf[pin * B + t] + buf[pin * B + t - d];
    else buf[pout * B + t] = buf[pin * B + t];
    __syncthreads();
  }
  if (i < n) y[i] = buf[pout * B + t];
  if (t == B - 1) blockSums[blockIdx.x] = buf[pout * B + t];
}

__global__ void scanSums(int *s, int m) {
  if (threadIdx.x == 0) for (int i = 1; i < m; ++i) s[i] += s[i - 1];
}

__global__ void addSums(int *y, const int *s, int n) {
  int i = blockIdx.x * B + threadIdx.x;
  if (i < n && blockIdx.x > 0) y[i] += s[blockIdx.x - 1];
}

int main() {
  const int n = 1777, blocks = (n + B - 1) / B;
  int x[n], y[n], *dx, *dy, *ds;
  for (int i = 0; i < n; ++i) x[i] = 1 + i % 3;
  cudaMalloc(&dx, sizeof x); cudaMalloc(&dy, sizeof y); cudaMalloc(&ds, blocks * sizeof(int));
  cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
  scanBlocks<<<blocks, B>>>(dx, dy, ds, n);
  scanSums<<<1, 32>>>(ds, blocks);
  addSums<<<blocks, B>>>(dy, ds, n);
  cudaMemcpy(y, dy, sizeof y, cudaMemcpyDeviceToHost);
  int sum = 0, bad = 0;
  for (int i = 0; i < n; ++i) bad += y[i] != (sum += x[i]);
  cudaFree(dx); cudaFree(dy); cudaFree(ds);
  assert(!bad);
  printf("done\n");
}
