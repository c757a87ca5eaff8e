// Code that nvcc accepts, but neither the C++ standard nor clang by itself does; it is common in existing programs.
#include <cinttypes>
#include <cstdio>
#include <type_traits>

#define TILE __shared__ alignas(32) float

static_assert(std::is_same<decltype(threadIdx), const uint3>::value, "threadIdx is of type uint3");
static_assert(std::is_same<decltype(blockDim), const dim3>::value, "blockDim is of type dim3");

struct Cell {
  float value;
  int owner;
};

__constant__ alignas(16) int table[4];

__device__ uint3 operator*(const uint3& a, const dim3& b) { return make_uint3(a.x * b.x, a.y * b.y, a.z * b.z); }
__device__ uint3 operator+(const uint3& a, const uint3& b) { return make_uint3(a.x + b.x, a.y + b.y, a.z + b.z); }
template <class Index>
__device__ int Flat(Index index, dim3 size) {
  return (index.z * size.y + index.y) * size.x + index.x;
}
// A function that is not inlined reads its own thread's index.
__device__ __noinline__ int Mine(const uint3& index, int factor) { return index.x * factor + threadIdx.y; }

__global__ void Indices(int* out, int n) {
  const uint3 place = blockIdx * blockDim + threadIdx;
  auto thread = threadIdx;
  const uint3& block = blockIdx;
  dim3 size = blockDim;
  auto [x, y, z] = threadIdx;
  uint3 both[2] = {threadIdx, blockIdx};
  register int sum = 0;
  sum += place.x * 1000 + thread.y * 100 + block.x * 10 + Flat(threadIdx, size) + Flat(both[1], gridDim);
  sum += x + y + z + Mine(threadIdx, 3) + Mine(both[0], 2);
  thread.x += 5;
  sum += thread.x;
  out[(blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = sum + n;
}

__global__ void Aligned(int* out, int n) {
  __shared__ alignas(64) unsigned char raw[64];
  TILE tile[4];
  extern __shared__ __align__(16) float dynamic[];
  __shared__ alignas(8) int counters[2];
  __shared__ alignas(32) int4 rows[4];
  __shared__ alignas(64) Cell cells[2], last;
  extern __shared__ __align__(128) Cell defined;
  float2 pair = {n, n};
  Cell cell{n, (int)threadIdx.x};
  raw[threadIdx.x] = 1;
  if (threadIdx.x < 4) tile[threadIdx.x] = 2;
  dynamic[threadIdx.x] = 3;
  if (threadIdx.x == 0) counters[0] = 4;
  if (threadIdx.x == 0) rows[3].w = cells[1].owner = last.owner = defined.owner = 0;
  __syncthreads();
  const bool apart = (size_t)raw % 64 == 0 && (size_t)tile % 32 == 0 && (size_t)dynamic % 16 == 0 && (size_t)table % 16 == 0 &&
                     (size_t)rows % 32 == 0 && (size_t)cells % 64 == 0 && (size_t)&last % 64 == 0 && (size_t)&defined % 128 == 0;
  out[threadIdx.x] = apart ? raw[0] + tile[1] + dynamic[threadIdx.x] + counters[0] + pair.y + cell.value + table[1] : -1;
}

int Expected(int x, int y, int block) {
  const int flat = y * 8 + x;
  return (block * 8 + x) * 1000 + y * 100 + block * 10 + flat + block + x + y + (3 * x + y) + (2 * x + y) + x + 5 + 7;
}

// Never used, so that it may call what there is not.
template <class T>
struct Holder {
  T value;
  __host__ __device__ void Set(const T& other) { this->construct(other); }
};
static Holder<int> holder{3};

int main() {
  int n = 7, *out, bad = 0;
  size_t wide = 3;
  int narrowed[2] = {n, wide};
  const int numbers[4] = {10, 20, 30, 40};
  cudaMemcpyToSymbol(table, numbers, sizeof numbers);
  cudaMallocManaged(&out, 64 * sizeof *out);

  Indices<<<2, dim3(8, 4)>>>(out, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i)
    if (out[i] != Expected(i % 8, i / 8 % 4, i / 32)) ++bad;

  Aligned<<<1, 64, 64 * sizeof(float)>>>(out, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; ++i)
    if (out[i] != 1 + 2 + 3 + 4 + 7 + 7 + 20) ++bad;
  cudaFree(out);

  char text[32];
  snprintf(text, sizeof text, "%"PRIu64" %d", (uint64_t)5, narrowed[1]);
  if (text[0] != '5' || text[2] != '3' || holder.value != 3) ++bad;
  if (bad) printf("%d wrong\n", bad);
  printf("%s\n", bad ? "wrong" : "ok");
  return bad != 0;
}
