// Pointers that are far from where they came from, but reach the memory that they mean.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

struct Pool {
  char* begin;
  size_t used;
  template <class T>
  __host__ __device__ T* take(size_t count) {
    T* taken = reinterpret_cast<T*>(begin + used);
    used += (count * sizeof(T) + 15) / 16 * 16;
    return taken;
  }
};

struct View {
  float* data;
  int width;
  __device__ float& at(int x, int y) { return data[y * width + x]; }
  __device__ View row(int y) const { return {data + y * width, width}; }
};

struct Both {
  View in, out;
};

union Word {
  float* pointer;
  uintptr_t number;
};

// Side by side, so that the end of one is the beginning of another.
__device__ float first[32], second[32], third[32];
__constant__ float factors[4] = {1, 2, 3, 4};

__global__ void from_the_pool(Pool pool) {
  float* a = pool.take<float>(64);
  int* b = pool.take<int>(64);
  a[threadIdx.x] = threadIdx.x;
  b[threadIdx.x] = 2 * threadIdx.x;
  // The same memory, from the other's pointer: it is one allocation.
  float* again = reinterpret_cast<float*>(b) - 64;
  again[threadIdx.x] += b[threadIdx.x];
}

__global__ void carved(float* out, int n) {
  extern __shared__ char pool[];
  float* sums = reinterpret_cast<float*>(pool);
  int* counts = reinterpret_cast<int*>(sums + n);
  double* wide = reinterpret_cast<double*>(counts + n);
  const int i = threadIdx.x;
  sums[i] = i;
  counts[i] = 2 * i;
  wide[i] = 0.5 * i;
  __syncthreads();
  out[i] = sums[n - 1 - i] + counts[i] + wide[i] + reinterpret_cast<float*>(counts)[i - n];
}

// `end` is one past the end of the array, or the start of the next one.
__global__ void backwards(float* end, float* out, int n) {
  for (float* at = end; at != end - n;) *out += *--at;
  out[1] = end[-1];
}

__global__ void swapped(float* a, float* b, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    b[threadIdx.x] = a[threadIdx.x] + 1;
    float* old = a;
    a = b;
    b = old;
  }
}

__global__ void chosen(float* a, float* b, float* out) {
  float* from = threadIdx.x % 2 ? a : b;
  if (threadIdx.x == 5) a = b;
  out[threadIdx.x] = from[threadIdx.x] + a[threadIdx.x];
}

__global__ void by_number(float* a, float* b) {
  Word word{a};
  word.number += threadIdx.x * sizeof(float);
  *word.pointer = 1;
  const uintptr_t both = reinterpret_cast<uintptr_t>(a) ^ reinterpret_cast<uintptr_t>(b);
  reinterpret_cast<float*>(both ^ reinterpret_cast<uintptr_t>(a))[threadIdx.x] = 2;
  Word other{b};
  a = other.pointer;
  a[threadIdx.x] += 1;
}

__global__ void members(Both both) {
  Both copy = both;
  both.in.data = both.out.data;
  copy.out.row(threadIdx.x).at(0, 0) = copy.in.at(1, threadIdx.x) + both.in.at(1, 0);
  View views[2] = {copy.in, copy.out};
  for (View& view : views) view.at(2, threadIdx.x) = 7;
  memcpy(&copy.in, &copy.out, sizeof copy.in);
  copy.in.at(3, threadIdx.x) = 8;
}

__device__ float sum_of(View view, float* other) {
  float sum = view.at(0, 0);
  view.data = other;
  return sum + view.at(1, 0);
}

__global__ void by_value(View view, float* other, float* out) { *out = sum_of(view, other); }

__global__ void list_of(float** rows, float* out) { out[threadIdx.x] = rows[threadIdx.x][threadIdx.x]; }

__global__ void square(float (*grid)[8], float* out) {
  out[threadIdx.x] = grid[0][8 * threadIdx.x] + grid[threadIdx.x][0] + (&grid[threadIdx.x][7])[-7] + factors[threadIdx.x % 4];
}

__global__ void variables(float* out) {
  float* places[] = {first, second, third};
  for (int i = 0; i < 3; ++i) places[i][threadIdx.x] = i + 1;
  float *from = second + 32, *to = first;
  out[threadIdx.x] = from[static_cast<int>(threadIdx.x) - 32] + to[threadIdx.x] + (third + 16)[static_cast<int>(threadIdx.x) - 16];
}

__global__ void heap(float* out) {
  float* own = static_cast<float*>(malloc(8 * sizeof(float)));
  for (int i = 0; i < 8; ++i) own[i] = i;
  out[threadIdx.x] = own[7];
  free(own);
}

__global__ void whole(float* part, int n) { part[n - 1 - threadIdx.x] += 1; }

int failed = 0;
#define EXPECT(condition) \
  if (!(condition)) printf("line %d: %s\n", __LINE__, #condition), failed = 1

float* managed(int n) {
  float* memory = nullptr;
  cudaMallocManaged(&memory, n * sizeof(float));
  for (int i = 0; i < n; ++i) memory[i] = i;
  return memory;
}

int main() {
  char* pool = nullptr;
  cudaMalloc(&pool, 1024);
  from_the_pool<<<1, 64>>>({pool, 0});
  float* out = managed(64);
  carved<<<1, 32, 32 * 16>>>(out, 32);
  cudaDeviceSynchronize();
  EXPECT(out[3] == 28 + 6 + 1.5f + 3);

  float *a = managed(64), *b = managed(64);
  out[0] = 0;
  backwards<<<1, 1>>>(a + 64, out, 64);
  cudaDeviceSynchronize();
  EXPECT(out[0] == 64 * 63 / 2 && out[1] == 63);
  float* symbol = nullptr;
  cudaGetSymbolAddress(reinterpret_cast<void**>(&symbol), second);
  variables<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  EXPECT(out[9] == 2 + 1 + 3);
  out[0] = 0;
  backwards<<<1, 1>>>(symbol + 32, out, 32);
  cudaDeviceSynchronize();
  EXPECT(out[0] == 64);

  swapped<<<1, 64>>>(a, b, 3);
  cudaDeviceSynchronize();
  EXPECT(b[5] == 8 && a[5] == 7);
  chosen<<<1, 32>>>(a, b, out);
  cudaDeviceSynchronize();
  EXPECT(out[5] == a[5] + b[5] && out[6] == b[6] + a[6]);
  by_number<<<1, 64>>>(a, b);
  cudaDeviceSynchronize();
  EXPECT(a[9] == 1 && b[9] == 3);

  members<<<1, 8>>>({{a, 8}, {b, 8}});
  cudaDeviceSynchronize();
  EXPECT(b[8] == 4 && a[10] == 7 && b[10] == 7 && b[11] == 8);
  by_value<<<1, 1>>>({a, 8}, b, out);
  cudaDeviceSynchronize();
  EXPECT(out[0] == a[0] + b[1]);

  float** rows = nullptr;
  cudaMallocManaged(&rows, 2 * sizeof(float*));
  rows[0] = a, rows[1] = b;
  list_of<<<1, 2>>>(rows, out);
  square<<<1, 8>>>(reinterpret_cast<float(*)[8]>(a), out + 2);
  cudaDeviceSynchronize();
  EXPECT(out[0] == a[0] && out[1] == b[1] && out[4] == 3 * a[16] + 3);
  heap<<<1, 4>>>(out);
  cudaDeviceSynchronize();
  EXPECT(out[3] == 7);

  // Half of a host's array is registered, then the other half: to the device, they are one.
  auto* host = static_cast<float*>(aligned_alloc(4096, 2 * 4096));
  for (int i = 0; i < 2048; ++i) host[i] = i;
  cudaHostRegister(host, 4096, cudaHostRegisterMapped);
  cudaHostRegister(host + 1024, 4096, cudaHostRegisterMapped);
  float* mapped = nullptr;
  cudaHostGetDevicePointer(reinterpret_cast<void**>(&mapped), host, 0);
  whole<<<1, 32>>>(mapped, 2048);
  cudaDeviceSynchronize();
  EXPECT(host[2047] == 2048 && host[2015] == 2015);
  EXPECT(cudaGetLastError() == cudaSuccess);

  cudaHostUnregister(host);
  cudaHostUnregister(host + 1024);
  free(host);
  for (float* memory : {out, a, b}) cudaFree(memory);
  cudaFree(rows);
  cudaFree(pool);
  if (!failed) puts("ok");
  return failed;
}
