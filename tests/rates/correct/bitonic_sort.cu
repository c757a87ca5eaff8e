// Bitonic sort: steps over more than a block's part in global memory, the rest in shared memory.
#include <cstdio>
#include <cstdlib>
#include <vector>
#define SHARED 256
__device__ inline void compare(unsigned &a, unsigned &b, bool up) { if ((a > b) == up) { unsigned t = a; a = b; b = t; } }

__global__ void bitonicShared(unsigned *keys) {
  __shared__ unsigned s[SHARED];
  keys += blockIdx.x * SHARED;
  s[threadIdx.x] = keys[threadIdx.x];
  s[threadIdx.x + SHARED / 2] = keys[threadIdx.x + SHARED / 2];
  for (unsigned size = 2; size <= SHARED; size <<= 1) {
    bool up = ((blockIdx.x * SHARED / 2 + threadIdx.x) & (size / 2)) == 0;
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      compare(s[pos], s[pos + stride], up);
    }
  }
  __syncthreads();
  keys[threadIdx.x] = s[threadIdx.x];
  keys[threadIdx.x + SHARED / 2] = s[threadIdx.x + SHARED / 2];
}
__global__ void mergeGlobal(unsigned *keys, unsigned size, unsigned stride) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  bool up = (i & (size / 2)) == 0;
  unsigned pos = 2 * i - (i & (stride - 1));
  compare(keys[pos], keys[pos + stride], up);
}
int main() {
  const unsigned n = 2048;
  std::vector<unsigned> h(n);
  srand(1);
  for (auto &x : h) x = rand();
  unsigned *d;
  cudaMalloc(&d, n * 4);
  cudaMemcpy(d, h.data(), n * 4, cudaMemcpyHostToDevice);
  bitonicShared<<<n / SHARED, SHARED / 2>>>(d);
  for (unsigned size = 2 * SHARED; size <= n; size <<= 1)
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) mergeGlobal<<<n / 512, 256>>>(d, size, stride);
  cudaMemcpy(h.data(), d, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (unsigned i = 1; i < n; ++i) if (h[i - 1] > h[i]) return 1;
  puts("sorted");
}
