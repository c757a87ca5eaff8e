// Algorithms whose order is delicate, all correct: stacks without locks, wavefronts, look-back, semaphores, latches.
#include <cstdio>
#include <vector>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/semaphore>
#include <cuda/latch>
#define RUN(...) do { __VA_ARGS__; cudaError_t e = cudaDeviceSynchronize(); if (e != cudaSuccess) printf("%s: %s\n", #__VA_ARGS__, cudaGetErrorString(e)); } while (0)
// michael-scott like stack with tagged index
struct Stack { unsigned long long head; int next[256]; int value[256]; };
__device__ void push(Stack* s, int n) { unsigned long long h = *(volatile unsigned long long*)&s->head, want; do { s->next[n] = (int)(h & 0xffffffff); __threadfence(); want = ((h >> 32) + 1) << 32 | (unsigned)n; unsigned long long got = atomicCAS(&s->head, h, want); if (got == h) break; h = got; } while (true); }
__global__ void pushes(Stack* s) { int i = blockIdx.x * blockDim.x + threadIdx.x; s->value[i] = i * 2; push(s, i); }
__global__ void drain(Stack* s, int* sum) { int t = 0; for (int n = (int)(s->head & 0xffffffff); n != -1; n = s->next[n]) t += s->value[n]; *sum = t; }
// wavefront between blocks
__global__ void wavefront(int* m, int n, int* flag) {
  int b = blockIdx.x;
  for (int x = 0; x < n; ++x) {
    if (threadIdx.x == 0) { if (b > 0) { while (*(volatile int*)&flag[(b - 1)] <= x) {} __threadfence(); } }
    __syncthreads();
    int up = b ? m[(b - 1) * n + x] : 0, left = x ? m[b * n + x - 1] : 1;
    __syncthreads();
    if (threadIdx.x == 0) { m[b * n + x] = up + left; __threadfence(); *(volatile int*)&flag[b] = x + 1; }
    __syncthreads();
  }
}
// chained scan with warp look-back
__global__ void chained(const int* in, int* out, volatile int* state, volatile int* sum, int n) {
  __shared__ int base; int i = blockIdx.x * 32 + threadIdx.x, v = i < n ? in[i] : 0, s = v;
  for (int d = 1; d < 32; d *= 2) { int o = __shfl_up_sync(~0u, s, d); if (threadIdx.x >= d) s += o; }
  int total = __shfl_sync(~0u, s, 31);
  if (threadIdx.x == 0) { int b = 0; if (blockIdx.x) { while (state[blockIdx.x - 1] == 0) {} __threadfence(); b = sum[blockIdx.x - 1]; } base = b; sum[blockIdx.x] = b + total; __threadfence(); state[blockIdx.x] = 1; }
  __syncwarp();
  if (i < n) out[i] = base + s;
}
// work stealing deque ends, atomics only
__global__ void steal(int* bounds, int* done, int n) { for (;;) { int at = atomicAdd(&bounds[0], 1); if (at >= n) return; atomicAdd(&done[at], 1); } }
// semaphores, latches, barriers with token
__device__ cuda::counting_semaphore<cuda::thread_scope_device, 4> sem{2}; __device__ int inside, most;
__global__ void limited() { if (threadIdx.x % 32) return; sem.acquire(); int k = atomicAdd(&inside, 1) + 1; atomicMax(&most, k); atomicSub(&inside, 1); sem.release(); }
__global__ void tokens(int* a) {
  __shared__ cuda::barrier<cuda::thread_scope_block> full, empty; __shared__ int buf[32];
  if (threadIdx.x == 0) { init(&full, 64); init(&empty, 64); } __syncthreads();
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) { for (int r = 0; r < 4; ++r) { if (r) empty.arrive_and_wait(); buf[lane] = r * 32 + lane; auto t = full.arrive(); (void)t; } }
  else { for (int r = 0; r < 4; ++r) { full.arrive_and_wait(); a[r * 32 + lane] = buf[31 - lane]; if (r < 3) { auto t = empty.arrive(); (void)t; } } }
}
// double-buffered stencil over time in one block, ghost cells
__global__ void heat(const float* in, float* out, int n, int steps) { __shared__ float u[2][130]; int t = threadIdx.x; for (int k = t; k < 130; k += blockDim.x) u[0][k] = u[1][k] = 0; __syncthreads(); if (t < n) u[0][t + 1] = in[t]; __syncthreads(); int c = 0; for (int s = 0; s < steps; ++s) { if (t < n) u[1 - c][t + 1] = u[c][t + 1] + .1f * (u[c][t] - 2 * u[c][t + 1] + u[c][t + 2]); c ^= 1; __syncthreads(); } if (t < n) out[t] = u[c][t + 1]; }
// odd-even merge in registers by shuffles, transposition through shared with padding, in-warp only
__global__ void warpTranspose(const float* in, float* out) { __shared__ float t[32][33]; int l = threadIdx.x; for (int r = 0; r < 32; ++r) t[r][l] = in[r * 32 + l]; __syncwarp(); for (int r = 0; r < 32; ++r) out[r * 32 + l] = t[l][r]; }
// reader-writer via cuda::atomic acquire/release
__device__ cuda::atomic<int, cuda::thread_scope_device> ready; __device__ int payload[32];
__global__ void publish(int* out) { if (blockIdx.x == 0) { payload[threadIdx.x] = threadIdx.x * 3; __syncthreads(); if (threadIdx.x == 0) ready.store(1, cuda::memory_order_release); } else { if (threadIdx.x == 0) while (ready.load(cuda::memory_order_acquire) == 0) {} __syncthreads(); out[threadIdx.x] = payload[31 - threadIdx.x]; } }
__global__ void latched(int* o) { __shared__ cuda::latch<cuda::thread_scope_block>* l; __shared__ alignas(16) char room[sizeof(cuda::latch<cuda::thread_scope_block>)]; if (threadIdx.x == 0) l = new (room) cuda::latch<cuda::thread_scope_block>(64); __syncthreads(); o[threadIdx.x] = threadIdx.x; l->arrive_and_wait(); int v = o[63 - threadIdx.x]; __syncthreads(); o[threadIdx.x] = v; }
// local arrays with dynamic index, recursion, heaps in local memory, partially initialised but only what was written is read
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__global__ void locals(int* o, int n) { int heap[16], size = 0; for (int i = 0; i < n; ++i) { int v = (i * 7 + threadIdx.x) % 11, k = size++; while (k && heap[(k - 1) / 2] > v) { heap[k] = heap[(k - 1) / 2]; k = (k - 1) / 2; } heap[k] = v; } int s = 0; while (size) { int top = heap[0], last = heap[--size], k = 0; while (2 * k + 1 < size) { int c = 2 * k + 1; if (c + 1 < size && heap[c + 1] < heap[c]) ++c; if (heap[c] >= last) break; heap[k] = heap[c]; k = c; } heap[k] = last; s = s * 3 + top; } o[threadIdx.x] = s + fib(threadIdx.x % 6); }
int main() {
  Stack* s; cudaMalloc(&s, sizeof(Stack)); unsigned long long h = 0xffffffffull; cudaMemcpy(&s->head, &h, 8, cudaMemcpyHostToDevice); int* o; cudaMalloc(&o, 4096); cudaMemset(o, 0, 4096);
  pushes<<<4, 64>>>(s); RUN((drain<<<1, 1>>>(s, o)));
  int *m, *fl; cudaMalloc(&m, 8 * 20 * 4); cudaMalloc(&fl, 400); cudaMemset(fl, 0, 400); RUN((wavefront<<<8, 32>>>(m, 20, fl)));
  cudaMemset(fl, 0, 400); int* su; cudaMalloc(&su, 400); RUN((chained<<<9, 32>>>(o, o + 512, fl, su, 270)));
  cudaMemset(fl, 0, 400); cudaMemset(o, 0, 4096); RUN((steal<<<3, 32>>>(fl, o, 200))); RUN((limited<<<4, 64>>>())); RUN((tokens<<<1, 64>>>(o)));
  float *f, *g; cudaMalloc(&f, 4096); cudaMalloc(&g, 4096); cudaMemset(f, 0, 4096); RUN((heat<<<1, 128>>>(f, g, 100, 5))); RUN((warpTranspose<<<1, 32>>>(f, g))); RUN((publish<<<2, 32>>>(o))); RUN((latched<<<1, 64>>>(o))); RUN((locals<<<1, 32>>>(o, 12)));
  int r; cudaMemcpy(&r, o, 4, cudaMemcpyDeviceToHost); printf("%d\n", r); for (void* q : {(void*)s, (void*)o, (void*)m, (void*)fl, (void*)su, (void*)f, (void*)g}) cudaFree(q);
}
