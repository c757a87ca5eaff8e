// Idioms of device code, all correct: bytes of neighbours, locks, votes, groups, unions, atomics by hand.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;
#define RUN(...) do { __VA_ARGS__; cudaError_t e = cudaDeviceSynchronize(); if (e != cudaSuccess) printf("%s: %s\n", #__VA_ARGS__, cudaGetErrorString(e)); } while (0)
// bytes written by neighbours
__global__ void bytes(unsigned char* a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = i; }
__global__ void bools(bool* a, const unsigned char* b, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = b[(i + 1) % n] & 1; }
__global__ void shorts(short* a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[n - 1 - i] += 3; }
// bit fields and padding
struct Packed { unsigned lo : 5, mid : 11, hi : 16; char c; double d; };
__global__ void fields(Packed* p, int n) { int i = threadIdx.x; if (i < n) { Packed q; q.lo = i; q.mid = 2 * i; q.hi = 3; q.c = 'x'; q.d = 1.5; p[i] = q; } }
__global__ void fieldsRead(const Packed* p, double* out, int n) { int i = threadIdx.x; if (i < n) { Packed q = p[i]; out[i] = q.lo + q.mid + q.hi + q.c + q.d; } }
// float3, partial vectors
__global__ void vec3(float3* v, float4* w, int n) { int i = threadIdx.x; if (i < n) { v[i].x = 1; v[i].y = 2; v[i].z = 3; float4 t; t.x = 1; t.y = 2; w[i] = t; w[i].z = 3; w[i].w = 4; } }
__global__ void vec3sum(const float3* v, const float4* w, float* o, int n) { int i = threadIdx.x; if (i < n) o[i] = v[i].x + v[i].y * v[i].z + w[i].x + w[i].y + w[i].z + w[i].w; }
// float max by CAS on int, double add by CAS
__device__ float atomicMaxF(float* a, float v) { int* p = (int*)a; int old = *p, assumed; do { assumed = old; if (__int_as_float(assumed) >= v) break; old = atomicCAS(p, assumed, __float_as_int(v)); } while (old != assumed); return __int_as_float(old); }
__global__ void maxima(const float* v, float* m, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) atomicMaxF(m, v[i]); }
// spin lock with back-off, one lane a warp
struct Lock { int m; __device__ void take() { while (atomicExch(&m, 1)) __nanosleep(20); __threadfence(); } __device__ void give() { __threadfence(); atomicExch(&m, 0); } };
__device__ Lock lock; __device__ int guarded, seen[64];
__global__ void locked() { if (threadIdx.x % 32 == 0) { lock.take(); int g = guarded; seen[g] = g; guarded = g + 1; lock.give(); } }
// lock per thread with the done-flag idiom
__global__ void lockedAll(int* lk, int* cnt) { bool done = false; while (!done) { if (atomicCAS(lk, 0, 1) == 0) { __threadfence(); *cnt += 1; __threadfence(); atomicExch(lk, 0); done = true; } } }
// ticket lock
__device__ unsigned nextTicket, serving; __device__ int shared_value;
__global__ void ticket() { if (threadIdx.x == 0) { unsigned t = atomicAdd(&nextTicket, 1); while (atomicAdd(&serving, 0) != t) {} __threadfence(); shared_value = shared_value * 3 + 1; __threadfence(); atomicAdd(&serving, 1); } }
// dynamic shared memory carved up
__global__ void carve(float* o, int n) {
  extern __shared__ __align__(16) unsigned char raw[];
  double* d = (double*)raw; float* f = (float*)(d + n); unsigned char* b = (unsigned char*)(f + n);
  int t = threadIdx.x; d[t] = t; f[t] = 2 * t; b[t] = t; __syncthreads(); o[t] = d[n - 1 - t] + f[(t + 1) % n] + b[(t + 5) % n];
}
// reuse of shared memory for another type
__global__ void reuse(float* o) {
  __shared__ union { float f[64]; int i[64]; unsigned long long u[32]; } s;
  int t = threadIdx.x; s.f[t] = t; __syncthreads(); float x = s.f[63 - t]; __syncthreads(); s.i[t] = (int)x; __syncthreads(); int y = s.i[(t + 1) & 63]; __syncthreads();
  if (t < 32) s.u[t] = y; __syncthreads(); o[t] = s.u[t / 2];
}
// warp-synchronous with __syncwarp
__global__ void warpSync(const int* in, int* out) {
  __shared__ volatile int s[64]; int t = threadIdx.x, lane = t & 31; s[t] = in[t]; __syncwarp();
  for (int d = 16; d; d >>= 1) { int v = lane < d ? s[t + d] : 0; __syncwarp(); if (lane < d) s[t] += v; __syncwarp(); }
  if (lane == 0) out[t / 32] = s[t];
}
// opportunistic groups, tiles, binary partition
__global__ void groups(int* out) {
  auto block = cg::this_thread_block(); auto t16 = cg::tiled_partition<16>(block);
  int v = t16.thread_rank(); v = cg::reduce(t16, v, cg::plus<int>());
  if (t16.thread_rank() == 0) out[t16.meta_group_rank()] = v;
  if (threadIdx.x % 3 == 0) { auto act = cg::coalesced_threads(); int r = 0; if (act.thread_rank() == 0) r = atomicAdd(&out[20], act.size()); r = act.shfl(r, 0); if (act.thread_rank() == act.size() - 1) atomicMax(&out[21], r); }
  auto lab = cg::labeled_partition(t16, (int)(threadIdx.x % 4)); if (lab.thread_rank() == 0) atomicAdd(&out[22], lab.size());
}
// grid sync
__global__ void gridSync(int* a, int n) { auto g = cg::this_grid(); for (int r = 0; r < 4; ++r) { int i = g.thread_rank(); int v = i < n ? a[(i + 1) % n] : 0; g.sync(); if (i < n) a[i] = v + 1; g.sync(); } }
// barrier votes
__global__ void relax(int* a, int* rounds) { __shared__ int s[64]; int t = threadIdx.x; s[t] = a[t]; __syncthreads(); int r = 0; bool again; do { int v = t ? max(s[t], s[t - 1]) : s[t]; __syncthreads(); bool ch = v != s[t]; s[t] = v; ++r; again = __syncthreads_or(ch); } while (again); a[t] = s[t]; if (t == 0) *rounds = r; }
// early exit of whole warps and threads before warp ops with ballot masks
__global__ void tail(const int* in, int* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; unsigned m = __ballot_sync(~0u, i < n); if (i >= n) return; int v = in[i]; for (int d = 1; d < 32; d *= 2) { int o = __shfl_up_sync(m, v, d); if ((threadIdx.x & 31) >= d) v += o; } out[i] = v; }
// half
__global__ void halves(__half* a, __half2* b, int n) { int i = threadIdx.x; if (i < n) { a[i] = __float2half(i); } if (i < n / 2) b[i] = __floats2half2_rn(i, -i); }
__global__ void halvesSum(const __half* a, const __half2* b, float* o, int n) { int i = threadIdx.x; if (i < n) o[i] = __half2float(a[i]) + __low2float(b[i / 2]); }
// same thread writes twice, in-place per-thread columns
__global__ void inPlace(float* m, int w, int h) { int x = blockIdx.x * blockDim.x + threadIdx.x; if (x < w) for (int y = 1; y < h; ++y) m[y * w + x] += m[(y - 1) * w + x]; }
// red-black
__global__ void color(float* a, int n, int c) { int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + c; if (i > 0 && i < n - 1) a[i] = .5f * (a[i - 1] + a[i + 1]); }
// atomics read with atomics, plain read in next launch
__global__ void countUp(unsigned* c) { atomicInc(c, 1000); } __global__ void readIt(const unsigned* c, unsigned* o) { o[threadIdx.x] = *c; }
// seqlock
__device__ unsigned seq; __device__ volatile int sa, sb;
__global__ void seqlock(int* bad) { if (threadIdx.x) return; if (blockIdx.x == 0) { for (int i = 1; i < 5; ++i) { atomicAdd(&seq, 1); __threadfence(); sa = i; sb = i; __threadfence(); atomicAdd(&seq, 1); } } else { for (int k = 0; k < 5; ++k) { unsigned b = atomicAdd(&seq, 0); __threadfence(); int x = sa, y = sb; __threadfence(); if (!(b & 1) && atomicAdd(&seq, 0) == b && x != y) atomicAdd(bad, 1); } } }
int main() {
  unsigned char* u; cudaMalloc(&u, 1000); bool* bo; cudaMalloc(&bo, 1000); short* sh; cudaMalloc(&sh, 2000); cudaMemset(sh, 0, 2000);
  RUN((bytes<<<4, 250>>>(u, 1000))); RUN((bools<<<4, 250>>>(bo, u, 1000))); RUN((shorts<<<4, 250>>>(sh, 1000)));
  Packed* p; double* od; cudaMalloc(&p, 20 * sizeof(Packed)); cudaMalloc(&od, 8 * 20); RUN((fields<<<1, 32>>>(p, 20))); RUN((fieldsRead<<<1, 32>>>(p, od, 20))); Packed hp[20]; cudaMemcpy(hp, p, sizeof hp, cudaMemcpyDeviceToHost); double hd[20]; cudaMemcpy(hd, od, sizeof hd, cudaMemcpyDeviceToHost);
  float3* v3; float4* v4; float* f; cudaMalloc(&v3, 12 * 30); cudaMalloc(&v4, 16 * 30); cudaMalloc(&f, 4 * 64); RUN((vec3<<<1, 32>>>(v3, v4, 30))); RUN((vec3sum<<<1, 32>>>(v3, v4, f, 30))); float hf[64]; cudaMemcpy(hf, f, 4 * 30, cudaMemcpyDeviceToHost);
  float* m; cudaMalloc(&m, 4); cudaMemset(m, 0, 4); RUN((maxima<<<1, 30>>>(f, m, 30)));
  RUN((locked<<<4, 64>>>())); int* ii; cudaMalloc(&ii, 4 * 100); cudaMemset(ii, 0, 400); RUN((lockedAll<<<2, 64>>>(ii, ii + 1))); RUN((ticket<<<6, 32>>>()));
  RUN((carve<<<1, 40, 40 * 13>>>(f, 40))); RUN((reuse<<<1, 64>>>(f))); RUN((warpSync<<<1, 64>>>(ii, ii + 64)));
  RUN((groups<<<1, 64>>>(ii))); int n = 90; void* a[] = {&ii, &n}; RUN(cudaLaunchCooperativeKernel((void*)gridSync, dim3(3), dim3(32), a, 0, 0));
  RUN((relax<<<1, 64>>>(ii, ii + 70))); RUN((tail<<<2, 64>>>(ii, ii, 90)));
  __half* h1; __half2* h2; cudaMalloc(&h1, 2 * 40); cudaMalloc(&h2, 4 * 20); RUN((halves<<<1, 64>>>(h1, h2, 40))); RUN((halvesSum<<<1, 64>>>(h1, h2, f, 40)));
  float* g; cudaMalloc(&g, 4 * 300); cudaMemset(g, 0, 1200); RUN((inPlace<<<1, 32>>>(g, 30, 10))); for (int k = 0; k < 4; ++k) color<<<2, 80>>>(g, 300, k & 1); cudaDeviceSynchronize();
  unsigned* c; cudaMalloc(&c, 4 * 65); cudaMemset(c, 0, 4); countUp<<<3, 32>>>(c); readIt<<<1, 64>>>(c, c + 1); cudaDeviceSynchronize();
  RUN((seqlock<<<2, 32>>>(ii + 99)));
  printf("%f %f %d %f\n", hf[3], hd[2], hp[1].mid, hf[0]);
  for (void* q : {(void*)u, (void*)bo, (void*)sh, (void*)p, (void*)od, (void*)v3, (void*)v4, (void*)f, (void*)m, (void*)ii, (void*)h1, (void*)h2, (void*)g, (void*)c}) cudaFree(q);
}
