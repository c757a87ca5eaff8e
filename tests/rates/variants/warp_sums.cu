// Sums, compaction and leaders in warps.
#include <cstdio>
__inline__ __device__ int warpSum(int v, unsigned mask = 0xffffffffu) {
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(mask, v, d);  // defect1: warp-mask defect2: warp-mask
  return v;
}
__global__ void reduce(const int* in, int* out, int n) {
  __shared__ int part[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#if DEFECT == 1
  if (i >= n) return;
  int v = in[i];
#else
  int v = i < n ? in[i] : 0;
#endif
#if DEFECT == 2
  if (v > 3)
#endif
  v = warpSum(v);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x < 32) {
#if DEFECT == 3
    v = part[threadIdx.x];  // defect3: uninitialized-shared
#else
    v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;  // defect1: uninitialized-shared
#endif
    v = warpSum(v);
    if (threadIdx.x == 0) atomicAdd(out, v);  
  }
}
// warp-level compaction with ballot and popc
__global__ void compact(const int* in, int* out, int* count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
#if DEFECT == 4
  if (i < n) {
    bool keep = in[i] % 3 == 0;
    unsigned m = __ballot_sync(0xffffffff, keep);  // defect4: warp-mask
    int base;
    if (lane == 0) base = atomicAdd(count, __popc(m));
    base = __shfl_sync(0xffffffff, base, 0);
    if (keep) out[base + __popc(m & ((1u << lane) - 1))] = in[i];
  }
#else
  bool keep = i < n && in[i] % 3 == 0;
  unsigned m = __ballot_sync(0xffffffff, keep);
  int base;
  if (lane == 0) base = atomicAdd(count, __popc(m));
#if DEFECT != 5
  base = __shfl_sync(0xffffffff, base, 0);
#endif
  if (keep) out[base + __popc(m & ((1u << lane) - 1))] = in[i];  // defect5: uninitialized-local|uninitialized-copy|out-of-bounds-global
#endif
}
__global__ void leaders(int* hist, const int* key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned active = __activemask();
  unsigned peers = __match_any_sync(active, key[i]);
  int leader = __ffs(peers) - 1;
  if ((threadIdx.x & 31) == leader) atomicAdd(&hist[key[i]], __popc(peers));
}
int main() {
  const int n = 200; int h[n], *in, *out, *c, r;
  for (int i = 0; i < n; ++i) h[i] = i % 7;
  cudaMalloc(&in, sizeof h); cudaMalloc(&out, sizeof h); cudaMalloc(&c, 64); cudaMemset(c, 0, 64);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  reduce<<<2, 128>>>(in, c, n); compact<<<2, 128>>>(in, out, c + 1, n); leaders<<<2, 128>>>(c + 4, in, n);
  cudaMemcpy(&r, c, 4, cudaMemcpyDeviceToHost); printf("%d\n", r); cudaFree(in); cudaFree(out); cudaFree(c);
}
