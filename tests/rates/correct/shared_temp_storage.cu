#include <cstdio>
#include <cuda_runtime.h>
template <int N> struct BlockScan { struct Temp { int warp[N / 32]; int total; }; Temp& t; __device__ BlockScan(Temp& t) : t(t) {}
  __device__ int exclusive(int v, int& total) { int lane = threadIdx.x % 32, w = threadIdx.x / 32, x = v; for (int d = 1; d < 32; d *= 2) { int y = __shfl_up_sync(~0u, x, d); if (lane >= d) x += y; } if (lane == 31) t.warp[w] = x; __syncthreads(); if (threadIdx.x == 0) { int s = 0; for (int i = 0; i < N / 32; ++i) { int q = t.warp[i]; t.warp[i] = s; s += q; } t.total = s; } __syncthreads(); total = t.total; return x - v + t.warp[w]; } };
template <int N> struct BlockMax { struct Temp { double v[N]; char any; }; Temp& t; __device__ BlockMax(Temp& t) : t(t) {}
  __device__ double all(double v) { t.v[threadIdx.x] = v; if (threadIdx.x == 0) t.any = 1; __syncthreads(); for (int s = N / 2; s; s /= 2) { if (threadIdx.x < s) t.v[threadIdx.x] = max(t.v[threadIdx.x], t.v[threadIdx.x + s]); __syncthreads(); } return t.v[0]; } };
__global__ void compact(const int* in, int* out, int* count, double* most, int n) {
  __shared__ union { BlockScan<128>::Temp scan; BlockMax<128>::Temp max; } temp;
  int i = threadIdx.x, v = i < n ? in[i] : -1, keep = v > 0, total;
  int at = BlockScan<128>(temp.scan).exclusive(keep, total);
  if (keep) out[at] = v;
  if (i == 0) *count = total;
  __syncthreads();
  double m = BlockMax<128>(temp.max).all(v);
  if (i == 0) *most = m;
}
int main() {
  const int n = 100; int h[n]; for (int i = 0; i < n; ++i) h[i] = i % 3 ? i : -i; int *a, *b, *c; double* m; cudaMalloc(&a, sizeof h); cudaMalloc(&b, sizeof h); cudaMalloc(&c, 4); cudaMalloc(&m, 8);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice); compact<<<1, 128>>>(a, b, c, m, n); int k; double x; cudaMemcpy(&k, c, 4, cudaMemcpyDeviceToHost); cudaMemcpy(h, b, k * 4, cudaMemcpyDeviceToHost); cudaMemcpy(&x, m, 8, cudaMemcpyDeviceToHost);
  printf("%d %d %g\n", k, h[k - 1], x); cudaFree(a); cudaFree(b); cudaFree(c); cudaFree(m);
}
