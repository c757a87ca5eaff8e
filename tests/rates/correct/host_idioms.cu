// Idioms of host code, all correct: containers, symbols, mapped memory, streams, callbacks, threads.
#include <cstdio>
#include <cstring>
#include <cstdlib>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>
template <class T> class DeviceVector {
 public:
  explicit DeviceVector(size_t n) : n_(n) { cudaMalloc(&p_, n * sizeof(T)); }
  DeviceVector(const std::vector<T>& v) : DeviceVector(v.size()) { cudaMemcpy(p_, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice); }
  DeviceVector(DeviceVector&& o) : p_(o.p_), n_(o.n_) { o.p_ = nullptr; }
  ~DeviceVector() { cudaFree(p_); }
  T* get() { return p_; } size_t size() const { return n_; }
  std::vector<T> host() const { std::vector<T> v(n_); cudaMemcpy(v.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost); return v; }
 private:
  T* p_ = nullptr; size_t n_;
};
template <class T> struct View { T* p; int n; __device__ T& operator[](int i) const { return p[i]; } };
template <class T> __global__ void saxpy(View<const T> x, View<T> y, T a) { for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < y.n; i += gridDim.x * blockDim.x) y[i] += a * x[i]; }
template <class T, class Op> __global__ void map(T* a, int n, Op op) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = op(a[i]); }
struct Add { int k; __device__ int operator()(int v) const { return v + k; } };
__constant__ int table[16]; __device__ int result; __device__ int* dynamicTable;
__global__ void useTable(int* o) { o[threadIdx.x] = table[threadIdx.x % 16] + (dynamicTable ? dynamicTable[threadIdx.x % 4] : 0); if (threadIdx.x == 0) result = o[0]; }
typedef int (*Op)(int, int); __device__ int addOp(int a, int b) { return a + b; } __device__ int mulOp(int a, int b) { return a * b; } __device__ Op ops[2] = {addOp, mulOp};
__global__ void applyOps(int* o) { o[threadIdx.x] = ops[threadIdx.x % 2](threadIdx.x, 3); }
__global__ void mapped(volatile int* flags, int n) { int i = threadIdx.x; if (i < n) flags[i] = i + 1; __threadfence_system(); }
__global__ void addk(int* a, int n, int k) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += k; }
int main() {
  std::vector<float> hx(500), hy(500, 1.f); std::iota(hx.begin(), hx.end(), 0.f);
  DeviceVector<float> x(hx), y(hy); saxpy<float><<<3, 64>>>({x.get(), 500}, {y.get(), 500}, 2.f); auto r = y.host();
  DeviceVector<int> v(std::vector<int>(100, 4)); map<<<2, 64>>>(v.get(), 100, Add{3}); map<<<2, 64>>>(v.get(), 100, [] __device__(int a) { return a * 2; });
  std::vector<DeviceVector<int>> many; for (int i = 0; i < 5; ++i) many.emplace_back(std::vector<int>(10 + i, i)); for (auto& m : many) addk<<<1, 32>>>(m.get(), m.size(), 1);
  int ht[16]; for (int i = 0; i < 16; ++i) ht[i] = i; cudaMemcpyToSymbol(table, ht, sizeof ht); cudaMemcpyToSymbol(table, &ht[3], sizeof(int), 4 * sizeof(int));
  int* dt; cudaMalloc(&dt, 16); cudaMemset(dt, 1, 16); cudaMemcpyToSymbol(dynamicTable, &dt, sizeof dt);
  useTable<<<1, 100>>>(v.get()); int res; cudaMemcpyFromSymbol(&res, result, sizeof res); void* sp; cudaGetSymbolAddress(&sp, result); cudaMemset(sp, 0, 4);
  applyOps<<<1, 100>>>(v.get()); auto back = v.host();
  // mapped pinned memory
  int *hm, *dm; cudaHostAlloc(&hm, 64 * 4, cudaHostAllocMapped); memset(hm, 0, 256); cudaHostGetDevicePointer(&dm, hm, 0); mapped<<<1, 64>>>(dm, 64); cudaDeviceSynchronize(); int s = 0; for (int i = 0; i < 64; ++i) s += hm[i];
  // many streams, ordered by events, default stream after
  cudaStream_t st[4]; cudaEvent_t ev[4]; for (int i = 0; i < 4; ++i) { cudaStreamCreate(&st[i]); cudaEventCreateWithFlags(&ev[i], cudaEventDisableTiming); }
  int *big, *hb; cudaMalloc(&big, 4000); cudaMallocHost(&hb, 4000); for (int i = 0; i < 1000; ++i) hb[i] = i;
  for (int i = 0; i < 4; ++i) { cudaMemcpyAsync(big + 250 * i, hb + 250 * i, 1000, cudaMemcpyHostToDevice, st[i]); addk<<<2, 128, 0, st[i]>>>(big + 250 * i, 250, i); cudaMemcpyAsync(hb + 250 * i, big + 250 * i, 1000, cudaMemcpyDeviceToHost, st[i]); cudaEventRecord(ev[i], st[i]); }
  for (int i = 0; i < 4; ++i) cudaEventSynchronize(ev[i]);
  long total = 0; for (int i = 0; i < 1000; ++i) total += hb[i];
  for (int i = 0; i < 4; ++i) cudaStreamWaitEvent(st[0], ev[i], 0); addk<<<8, 128, 0, st[0]>>>(big, 1000, 1); addk<<<8, 128>>>(big, 1000, 1); cudaMemcpy(hb, big, 4000, cudaMemcpyDeviceToHost);
  while (cudaStreamQuery(st[1]) == cudaErrorNotReady) {}
  // a thread of the host with a stream of its own
  std::thread other([&] { cudaStream_t t; cudaStreamCreate(&t); int* d; cudaMalloc(&d, 400); cudaMemsetAsync(d, 0, 400, t); addk<<<1, 100, 0, t>>>(d, 100, 5); int h[100]; cudaMemcpyAsync(h, d, 400, cudaMemcpyDeviceToHost, t); cudaStreamSynchronize(t); cudaFree(d); cudaStreamDestroy(t); });
  other.join();
  // callbacks
  struct Done { int* p; int sum; } done{hb, 0}; cudaMemcpyAsync(hb, big, 4000, cudaMemcpyDeviceToHost, st[2]); cudaLaunchHostFunc(st[2], [](void* p) { Done* d = (Done*)p; for (int i = 0; i < 1000; ++i) d->sum += d->p[i]; }, &done); cudaStreamSynchronize(st[2]);
  std::string text = "hello"; char* dc; cudaMalloc(&dc, text.size() + 1); cudaMemcpy(dc, text.c_str(), text.size() + 1, cudaMemcpyHostToDevice); char out[6]; cudaMemcpy(out, dc, 6, cudaMemcpyDeviceToHost);
  std::unique_ptr<int, decltype(&free)> mem((int*)malloc(4000), free); cudaMemcpy(mem.get(), big, 4000, cudaMemcpyDeviceToHost);
  // error handled on purpose
  void* huge; if (cudaMalloc(&huge, 1ull << 50) != cudaSuccess) cudaGetLastError();
  printf("%f %d %d %ld %d %s %d\n", r[10], res, back[5], total, s, out, done.sum);
  for (int i = 0; i < 4; ++i) { cudaStreamDestroy(st[i]); cudaEventDestroy(ev[i]); } cudaFree(big); cudaFreeHost(hb); cudaFreeHost(hm); cudaFree(dc); cudaFree(dt);
}
