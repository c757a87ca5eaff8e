// Qualifiers in every order, kernels in every place, and the habits of old and new programs. Each kernel adds one.
// nvcc flags: --extended-lambda --expt-relaxed-constexpr
#include <cooperative_groups.h>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__NVCC_DIAG_PRAGMA_SUPPORT__)
#pragma nv_diag_suppress 177
#else
#pragma diag_suppress 177
#endif
#define PRAGMA(words) _Pragma(#words)

__global__ static void k1(int* p) { atomicAdd(p, 1); }
static __global__ void k2(int* p) { atomicAdd(p, 1); }
void __global__ k3(int* p) { atomicAdd(p, 1); }
void static __global__ k4(int* p) { atomicAdd(p, 1); }
__global__ void __launch_bounds__(256) k5(int* p) { atomicAdd(p, 1); }
__launch_bounds__(256) __global__ void k6(int* p) { atomicAdd(p, 1); }
__global__ __launch_bounds__(256, 2) void k7(int* p) { atomicAdd(p, 1); }
extern "C" __global__ void k8(int* p) { atomicAdd(p, 1); }
extern "C" { __global__ void k9(int* p) { atomicAdd(p, 1); } }
namespace { __global__ void k10(int* p) { atomicAdd(p, 1); } }
namespace a::b { __global__ void k11(int* p) { atomicAdd(p, 1); } }
inline __global__ void k12(int* p) { atomicAdd(p, 1); }
__global__ auto k13(int* p) -> void { atomicAdd(p, 1); }
__global__ void __maxnreg__(32) k14(int* p) { atomicAdd(p, 1); }
template <typename T = int, int N = 1> __global__ void k15(T* p) { atomicAdd(p, N); }
template <class... T> __global__ void k16(int* p, T... t) { atomicAdd(p, (int(t) + ... + 0)); }
template <class F, class... A> __global__ void k17(int* p, F f, A... a) { atomicAdd(p, f(a...)); }
extern __global__ void k18(int* p);
__global__ void k18(int* p) { atomicAdd(p, 1); }

__device__ __forceinline__ int f1(int x) { return x + 1; }
__forceinline__ __device__ int f2(int x) { return x + 1; }
static __device__ __inline__ int f3(int x) { return x + 1; }
int __device__ __noinline__ f4(int x) { return x + 1; }
int __host__ __device__ f5(int x) { return x + 1; }
__device__ auto f6(int x) { return x + 1; }
constexpr __host__ __device__ int f7(int x) { return x + 1; }
__device__ [[nodiscard]] int f8(int x) { return x + 1; }
__device__ __attribute__((noinline)) int f9(int x __attribute__((unused))) { return x + 1; }
__global__ void Functions(int* p) { atomicAdd(p, f1(0) + f2(0) + f3(0) + f4(0) + f5(0) + f6(0) + f7(0) + f8(0) + f9(0) - 8); }

class Friend {
  int secret = 1;
  friend __global__ void Peek(int* p, Friend f);
  template <typename T> friend __global__ void PeekFor(T* p, Friend f);
};
__global__ void Peek(int* p, Friend f) { atomicAdd(p, f.secret); }
template <typename T> __global__ void PeekFor(T* p, Friend f) { atomicAdd(p, f.secret); }

struct Defaulted {
  int v;
  Defaulted() = default;
  __host__ __device__ Defaulted(int x) : v(x) {}
  __host__ __device__ Defaulted(const Defaulted&) = default;
  __host__ __device__ ~Defaulted() = default;
  __host__ __device__ int operator()(int i) const { return v + i; }
};
template <class T> struct SharedMemory {
  __device__ operator T*() { extern __shared__ int raw[]; return (T*)raw; }
};
template <class T> __global__ void UsesShared(T* p) { T* s = SharedMemory<T>(); s[0] = 1; atomicAdd(p, s[0]); }

constexpr int kEight = 8;
struct Config { static constexpr int N = 4; enum { K = 1 }; using T = int; };
template <class C> __global__ void Loops(typename C::T* p) {
  __shared__ typename C::T s[C::N][C::N + 1];
  volatile __shared__ int v;
  int sum = 0;
#pragma unroll (kEight / 2)
  for (register int i = 0; i < C::N; i++) sum += i;
#pragma unroll C::N
  for (int i = 0; i < C::N; i++) sum += i;
  PRAGMA(unroll 2) for (int i = 0; i < C::N; i++) sum += i;
#pragma nounroll
  for (int i = 0; i < C::N; i++) sum += i;
  __builtin_assume(sum > 0);
  asm volatile("" ::: "memory");
  __asm__ __volatile__("");
  v = C::K;
  s[0][0] = sum;
  atomicAdd(p, s[0][0] - 24 + v);
}
__global__ void Language(int* __restrict p, const int* __restrict__ const q) {
  struct { float x, y; } pair = {.x = 1, .y = 2};
  int numbers[3] = {[0] = 1, [1] = 2};
  union { int i; float f; };
  f = 1;
  __typeof__(p[0]) one = numbers[0];
  __int128 wide = 1;
  wide <<= 100;
  const auto& [x, y] = pair;
  constexpr auto twice = [](int n) { return 2 * n; };
  switch (one) { case 0 ... 3: break; default: one = 100; }
  if (auto n = twice(2); n != 4) one = 100;
  one += i == 0x3f800000 ? 0 : 100;
  one += (int)(wide >> 100) - (y == 2) + (x ?: 1.f) - 1 + 0b11 - 3 + (int)sizeof(__half) - 2;
  cooperative_groups::this_thread_block().sync();
  atomicAdd(p, one + (q == nullptr));
}

using Kernel = void (*)(int*);
Kernel Pick(bool first) { return first ? a::b::k11 : k10; }
std::function<void(int*)> Later() { return [](int* p) { k1<<<1, 1>>>(p); }; }
extern "C" void FromC(int* p) { k8<<<1, 1>>>(p); }
template <void (*K)(int*)> struct By { static void Go(int* p) { K<<<1, 1>>>(p); } };

int main() {
  int *p, launches = 0;
  cudaMallocManaged(&p, sizeof *p);
  *p = 0;
  Kernel all[] = {k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, a::b::k11, k12, k13, k14, k15, k15<int>, k18, Functions, UsesShared, Loops<Config>};
  for (Kernel kernel : all) kernel<<<1, 1, 16>>>(p), ++launches;
  k15<<<1, 1>>>(p), k15<int, 1><<<1, 1>>>(p), k15<><<<1, 1>>>(p), ++launches, ++launches, ++launches;
  k16<<<1, 1>>>(p, 1, -1.0f, 1LL), ++launches;
  Peek<<<1, 1>>>(p, Friend{}), PeekFor<<<1, 1>>>(p, Friend()), ++launches, ++launches;
  int off = 1;
  k17<<<1, 1>>>(p, [=] __device__() { return off; }), ++launches;
  k17<<<1, 1>>>(p, [off] __host__ __device__(int i) -> int { return i + off; }, 0), ++launches;
  k17<<<1, 1>>>(p, [=] __device__(int i) mutable { off -= i; return off; }, 0), ++launches;
  k17<<<1, 1>>>(p, Defaulted(1), 0), ++launches;
  Language<<<1, 1>>>(p, p), ++launches;
  Pick(true)<<<1, 1>>>(p), (off ? k1 : k2)<<<1, 1>>>(p), Later()(p), FromC(p), By<k18>::Go(p), launches += 5;
  void* arguments[] = {&p};
  cudaLaunchKernel((void*)k1, dim3(1), dim3(1), arguments, 0, 0), ++launches;
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess || *p != launches) return printf("%s: %d of %d\n", cudaGetErrorString(error), *p, launches), 1;
  printf("ok\n");
}
