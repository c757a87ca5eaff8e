// Variables of every kind: __device__, __constant__, __managed__, __shared__ (static, dynamic, in templates), static ones in
// functions, in unnamed namespaces, with initialisers; and the attributes of kernels and parameters.

#include <cuda_runtime.h>

#include <cstdio>

#define CHECK(condition)                                                  \
  do {                                                                    \
    if (!(condition)) {                                                   \
      std::printf("line %d: %s does not hold\n", __LINE__, #condition);   \
      return 1;                                                           \
    }                                                                     \
  } while (0)

struct Point {
  float x, y;
  Point() = default;
  constexpr __host__ __device__ Point(float x, float y) : x(x), y(y) {}
};
constexpr int Cube(int x) { return x * x * x; }

__managed__ int managed = 5;
__managed__ float managed_table[4] = {1, 2, 3, 4};
__device__ int counter = Cube(3);
static __device__ int hidden = 9;
__device__ Point corner(1.5f, 2.5f);
__device__ const int primes[] = {2, 3, 5, 7};
__device__ int* pointer_to_counter = &counter;
__constant__ float weights[3] = {0.5f, 0.25f, 0.125f};
__constant__ Point origin = {10, 20};
constexpr int kSize = 8;

namespace {

__device__ int nameless = 11;
__constant__ int nameless_constant = 12;
__global__ void read_nameless(int* out) { *out = nameless + hidden + nameless_constant; }

}  // namespace

namespace outer::inner {

__device__ int deep = 3;
__global__ void read_deep(int* out) { *out = deep; }

}  // namespace outer::inner

template <class T>
__device__ T template_variable = T(2.5);

struct Holder {
  static constexpr int kMember = 6;
};

__device__ int Tick() {
  static int ticks;
  return atomicAdd(&ticks, 1);
}

__global__ void touch_managed() {
  atomicAdd(&managed, 10);
  managed_table[threadIdx.x] *= 2;
}

__global__ void read_all(float* out) {
  out[0] = counter + *pointer_to_counter;
  out[1] = corner.x + corner.y;
  out[2] = primes[threadIdx.x + 3] + kSize + Holder::kMember;
  out[3] = weights[0] + weights[threadIdx.x + 2] + origin.y;
  out[4] = template_variable<float> + template_variable<int>;
  out[5] = nameless;
  Tick();
  out[6] = Tick();
  *pointer_to_counter = 100;
  out[7] = counter;
}

template <class T>
__global__ void sum_shared(const T* in, T* out) {
  __shared__ T values[32];
  __shared__ Point* corner_of_block;
  __shared__ int rows[4][9];
  extern __shared__ unsigned char raw[];
  T* dynamic = reinterpret_cast<T*>(raw);
  values[threadIdx.x] = in[threadIdx.x];
  dynamic[threadIdx.x] = values[threadIdx.x] * 2;
  rows[threadIdx.x / 9][threadIdx.x % 9] = threadIdx.x;
  if (threadIdx.x == 0) corner_of_block = &corner;
  __syncthreads();
  if (threadIdx.x == 0) {
    T sum = 0;
    for (int i = 0; i < 32; ++i) sum += values[i] + dynamic[31 - i];
    *out = sum + T(corner_of_block->x) + rows[3][4];
  }
}

extern "C" __global__ void __launch_bounds__(128, 2) c_kernel(int* __restrict__ out, const int* __restrict__ in, int n) {
#pragma unroll 4
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = in[i] + 1;
}

struct Settings {
  int scale;
  int table[4];
};
__device__ __noinline__ int UseSettings(const Settings& settings, int i) { return settings.scale * settings.table[i]; }
static __device__ __forceinline__ int Twice(int x) { return 2 * x; }
__global__ void grid_constant(const __grid_constant__ Settings settings, int* out) {
  out[threadIdx.x] = Twice(UseSettings(settings, threadIdx.x));
}

__global__ void architecture(int* out) {
#if defined(__CUDA_ARCH__)
  out[0] = __CUDA_ARCH__;
#else
  out[0] = -1;
#endif
  out[1] = warpSize;
}

__host__ __device__ int WhereAmI() {
#ifdef __CUDA_ARCH__
  return 1;
#else
  return 2;
#endif
}
__global__ void where(int* out) { *out = WhereAmI(); }

int main() {
  int* out;
  float* numbers;
  cudaMallocManaged(&out, 256 * sizeof(int));
  cudaMallocManaged(&numbers, 64 * sizeof(float));

  touch_managed<<<1, 4>>>();
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(managed == 45 && managed_table[3] == 8);
  managed = 100;
  touch_managed<<<1, 1>>>();
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(managed == 110 && managed_table[0] == 4);
  int copy = 0;
  CHECK(cudaMemcpyFromSymbol(&copy, managed, sizeof copy) == cudaSuccess && copy == 110);

  read_all<<<1, 1>>>(numbers);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(numbers[0] == 54 && numbers[1] == 4 && numbers[2] == 21 && numbers[3] == 20.625f && numbers[4] == 4.5f);
  CHECK(numbers[5] == 11 && numbers[6] == 1 && numbers[7] == 100);

  read_nameless<<<1, 1>>>(out);
  CHECK(cudaDeviceSynchronize() == cudaSuccess && *out == 32);
  int changed = 21;
  CHECK(cudaMemcpyToSymbol(nameless, &changed, sizeof changed) == cudaSuccess);
  CHECK(cudaMemcpyToSymbol(hidden, &changed, sizeof changed) == cudaSuccess);
  CHECK(cudaMemcpyToSymbol(nameless_constant, &changed, sizeof changed) == cudaSuccess);
  read_nameless<<<1, 1>>>(out);
  CHECK(cudaDeviceSynchronize() == cudaSuccess && *out == 63);
  void* address = nullptr;
  size_t size = 0;
  CHECK(cudaGetSymbolAddress(&address, outer::inner::deep) == cudaSuccess && cudaMemset(address, 1, 4) == cudaSuccess);
  CHECK(cudaGetSymbolSize(&size, weights) == cudaSuccess && size == sizeof(float) * 3);
  outer::inner::read_deep<<<1, 1>>>(out);
  CHECK(cudaDeviceSynchronize() == cudaSuccess && *out == 0x01010101);

  for (int i = 0; i < 32; ++i) numbers[i] = i, out[i] = i;
  sum_shared<<<1, 32, 32 * sizeof(float)>>>(numbers, numbers + 40);
  sum_shared<<<1, 32, 32 * sizeof(int)>>>(out, out + 40);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(numbers[40] == 496 * 3 + 1.5f + 31 && out[40] == 496 * 3 + 1 + 31);

  c_kernel<<<1, 128>>>(out + 100, out, 32);
  CHECK(cudaDeviceSynchronize() == cudaSuccess && out[131] == 32);
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, c_kernel) == cudaSuccess && attributes.maxThreadsPerBlock == 128);
  c_kernel<<<1, 256>>>(out + 100, out, 32);
  CHECK(cudaGetLastError() != cudaSuccess);

  grid_constant<<<1, 4>>>(Settings{5, {1, 2, 3, 4}}, out);
  CHECK(cudaDeviceSynchronize() == cudaSuccess && out[3] == 40);
  architecture<<<1, 1>>>(out);
  CHECK(cudaDeviceSynchronize() == cudaSuccess && out[0] >= 750 && out[1] == 32);
  where<<<1, 1>>>(out);
  CHECK(cudaDeviceSynchronize() == cudaSuccess && *out == 1 && WhereAmI() == 2);
  std::puts("ok");
}
