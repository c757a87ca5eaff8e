#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
struct Rec { char tag; long key; short v; };
__device__ void swapRec(Rec& a, Rec& b) { Rec t = a; a = b; b = t; }
__global__ void init(Rec* r, int n) { int i = threadIdx.x; if (i < n) r[i] = {char('a' + i % 26), (i * 37L) % 101, (short)i}; }
__global__ void bitonic(Rec* r) { extern __shared__ Rec s[]; int i = threadIdx.x, n = blockDim.x; s[i] = r[i]; __syncthreads(); for (int k = 2; k <= n; k *= 2) for (int j = k / 2; j; j /= 2) { int o = i ^ j; if (o > i && ((i & k) == 0) == (s[i].key > s[o].key)) swapRec(s[i], s[o]); __syncthreads(); } r[i] = s[i]; }
__global__ void moveBytes(char* dst, const char* src, int bytes) { for (int i = threadIdx.x; i < bytes; i += blockDim.x) dst[i] = src[i]; }
__global__ void moveWords(int4* dst, const int4* src, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) dst[i] = src[i]; }
__global__ void best(const Rec* r, Rec* out, int n) { int i = threadIdx.x; Rec m = r[i]; for (int d = 16; d; d /= 2) { Rec o; o.tag = __shfl_down_sync(~0u, m.tag, d); o.key = __shfl_down_sync(~0u, m.key, d); o.v = __shfl_down_sync(~0u, m.v, d); if (o.key > m.key) m = o; } if (i == 0) *out = m; }
int main() { const int n = 128; Rec *r, *q, *b; cudaMalloc(&r, n * sizeof(Rec)); cudaMalloc(&q, n * sizeof(Rec)); cudaMalloc(&b, sizeof(Rec)); init<<<1, n>>>(r, n); bitonic<<<1, n, n * sizeof(Rec)>>>(r); moveBytes<<<1, 64>>>((char*)q, (char*)r, n * sizeof(Rec)); moveWords<<<1, 64>>>((int4*)r, (int4*)q, n * sizeof(Rec) / 16); best<<<1, 32>>>(r, b, n);
  std::vector<Rec> h(n); Rec m; cudaMemcpy(h.data(), r, n * sizeof(Rec), cudaMemcpyDeviceToHost); cudaMemcpy(&m, b, sizeof m, cudaMemcpyDeviceToHost); printf("%ld %ld\n", h[5].key, m.key); cudaFree(r); cudaFree(q); cudaFree(b); }
