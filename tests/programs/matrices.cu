// nvcuda::wmma: every shape, type and layout against plain sums, elements of fragments by their place, satf.
#include <mma.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <type_traits>

using namespace nvcuda;

static int wrong = 0;

template <class Type>
static Type* Make(int count) {
  Type* made;
  cudaMallocManaged(&made, count * sizeof(Type));
  return made;
}

static void Check(bool right, const char* what, int m, int n, int k, int a, int b) {
  if (!right && ++wrong < 20) printf("%s %dx%dx%d, layouts %d %d\n", what, m, n, k, a, b);
}

template <class Layout>
constexpr bool kByRows = std::is_same<Layout, wmma::row_major>::value;

// D = A * B + C; each matrix has rows or columns that are longer than the tile.
template <int M, int N, int K, class Factor, class Sum, class Start, class LayoutOfA, class LayoutOfB, class Memory>
__global__ void Multiply(Sum* d, const Memory* a, const Memory* b, const Start* c, int pitch, bool by_rows, bool satf) {
  wmma::fragment<wmma::matrix_a, M, N, K, Factor, LayoutOfA> left;
  wmma::fragment<wmma::matrix_b, M, N, K, Factor, LayoutOfB> right;
  wmma::fragment<wmma::accumulator, M, N, K, Start> start;
  wmma::fragment<wmma::accumulator, M, N, K, Sum> sum;
  const wmma::layout_t layout = by_rows ? wmma::mem_row_major : wmma::mem_col_major;
  wmma::load_matrix_sync(left, a, pitch);
  wmma::load_matrix_sync(right, b, pitch);
  wmma::load_matrix_sync(start, c, pitch, layout);
  if constexpr (std::is_same<Factor, wmma::precision::tf32>::value) {
    for (int i = 0; i < left.num_elements; ++i) left.x[i] = wmma::__float_to_tf32(left.x[i]);
    for (int i = 0; i < right.num_elements; ++i) right.x[i] = wmma::__float_to_tf32(right.x[i]);
  }
  if constexpr (std::is_integral<Factor>::value)
    wmma::mma_sync(sum, left, right, start, satf);
  else
    wmma::mma_sync(sum, left, right, start);
  wmma::store_matrix_sync(d, sum, pitch, layout);
}

// Whole numbers that every type holds exactly.
static int At(int line, int k) { return (line * 5 + k * 3) % 7; }

template <int M, int N, int K, class Factor, class Memory, class Sum, class Start, class LayoutOfA, class LayoutOfB>
void TryLayouts() {
  // As if they were known at run time only: compilers unroll all loops for each of the shapes otherwise, for half a minute.
  volatile const int sizes[] = {M, N, K};
  const int m = sizes[0], n = sizes[1], depth = sizes[2];
  const int pitch = 48, size = 48 * 48;
  Memory *a = Make<Memory>(size), *b = Make<Memory>(size);
  Sum* d = Make<Sum>(size);
  Start* c = Make<Start>(size);
  for (int by_rows = 0; by_rows < 2; ++by_rows) {
    for (int i = 0; i < size; ++i) a[i] = b[i] = Memory(0.f), c[i] = Start(0.f), d[i] = Sum(-1.f);
    for (int row = 0; row < m; ++row)
      for (int k = 0; k < depth; ++k) a[kByRows<LayoutOfA> ? row * pitch + k : k * pitch + row] = Memory((float)At(row, k));
    for (int k = 0; k < depth; ++k)
      for (int column = 0; column < n; ++column)
        b[kByRows<LayoutOfB> ? k * pitch + column : column * pitch + k] = Memory((float)At(column + 1, k));
    for (int row = 0; row < m; ++row)
      for (int column = 0; column < n; ++column)
        c[by_rows ? row * pitch + column : column * pitch + row] = Start((float)(row - column));
    Multiply<M, N, K, Factor, Sum, Start, LayoutOfA, LayoutOfB><<<1, 32>>>(d, a, b, c, pitch, by_rows, false);
    cudaDeviceSynchronize();
    bool right = true;
    for (int row = 0; row < m; ++row)
      for (int column = 0; column < n; ++column) {
        int sum = row - column;
        for (int k = 0; k < depth; ++k) sum += At(row, k) * At(column + 1, k);
        right = right && (float)d[by_rows ? row * pitch + column : column * pitch + row] == (float)sum;
      }
    for (int i = 0; i < size; ++i) {
      const int line = i / pitch, place = i % pitch;
      const bool inside = by_rows ? line < m && place < n : line < n && place < m;
      right = right && (inside || (float)d[i] == -1.f);
    }
    Check(right, __PRETTY_FUNCTION__, m, n, depth, kByRows<LayoutOfA>, kByRows<LayoutOfB>);
  }
  cudaFree(a), cudaFree(b), cudaFree(c), cudaFree(d);
}

template <int M, int N, int K, class Factor, class Memory, class Sum, class Start = Sum>
void Try() {
  TryLayouts<M, N, K, Factor, Memory, Sum, Start, wmma::row_major, wmma::col_major>();
  TryLayouts<M, N, K, Factor, Memory, Sum, Start, wmma::col_major, wmma::row_major>();
}

template <int M, int N>
void TryShape() {
  Try<M, N, 16, __half, __half, float>();
  Try<M, N, 16, __half, __half, __half>();
  Try<M, N, 16, __half, __half, float, __half>();
  Try<M, N, 16, __half, __half, __half, float>();
  Try<M, N, 16, __nv_bfloat16, __nv_bfloat16, float>();
  Try<M, N, 16, signed char, signed char, int>();
  Try<M, N, 16, unsigned char, unsigned char, int>();
}

// --- four bits, one bit
template <class Factor, class Word>
__global__ void FourBits(int* d, const void* a, const void* b) {
  wmma::fragment<wmma::matrix_a, 8, 8, 32, Factor, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 8, 8, 32, Factor, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 8, 8, 32, int> sum;
  static_assert(left.num_elements == 8 && left.num_storage_elements == 1, "packed");
  static_assert(std::is_same<typename decltype(left)::storage_element_type, Word>::value, "storage");
  wmma::load_matrix_sync(left, a, 32);
  wmma::load_matrix_sync(right, b, 32);
  wmma::fill_fragment(sum, 3);
  wmma::mma_sync(sum, left, right, sum);
  wmma::store_matrix_sync(d, sum, 8, wmma::mem_row_major);
}

__global__ void OneBit(int* d, int* e, const unsigned* a, const unsigned* b) {
  using wmma::experimental::precision::b1;
  wmma::fragment<wmma::matrix_a, 8, 8, 128, b1, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 8, 8, 128, b1, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 8, 8, 128, int> sum;
  wmma::load_matrix_sync(left, a, 128);
  wmma::load_matrix_sync(right, b, 128);
  wmma::fill_fragment(sum, 0);
  wmma::bmma_sync(sum, left, right, sum);
  wmma::store_matrix_sync(d, sum, 8, wmma::mem_row_major);
  wmma::fill_fragment(sum, 5);
  wmma::bmma_sync(sum, left, right, sum, wmma::experimental::bmmaBitOpAND);
  wmma::store_matrix_sync(e, sum, 8, wmma::mem_col_major);
}

static void TrySmallElements() {
  uint32_t *a = Make<uint32_t>(32), *b = Make<uint32_t>(32);
  int *d = Make<int>(64), *e = Make<int>(64), *f = Make<int>(64), *g = Make<int>(64);
  for (int i = 0; i < 32; ++i) a[i] = i * 0x9e3779b9u + 0x1234567u, b[i] = i * 0x85ebca6bu + 0x7654321u;
  FourBits<wmma::experimental::precision::s4, int><<<1, 32>>>(d, a, b);
  FourBits<wmma::experimental::precision::u4, unsigned><<<1, 32>>>(e, a, b);
  OneBit<<<1, 32>>>(f, g, a, b);
  cudaDeviceSynchronize();
  bool right = true;
  for (int row = 0; row < 8; ++row)
    for (int column = 0; column < 8; ++column) {
      int with_sign = 3, without = 3, different = 0, common = 5;
      for (int k = 0; k < 32; ++k) {
        const int x = a[row * 4 + k / 8] >> 4 * (k % 8) & 15, y = b[column * 4 + k / 8] >> 4 * (k % 8) & 15;
        without += x * y, with_sign += (x - (x & 8) * 2) * (y - (y & 8) * 2);
      }
      for (int k = 0; k < 4; ++k) {
        uint32_t one = a[row * 4 + k] ^ b[column * 4 + k], other = a[row * 4 + k] & b[column * 4 + k];
        for (; one; one &= one - 1) ++different;
        for (; other; other &= other - 1) ++common;
      }
      right = right && d[row * 8 + column] == with_sign && e[row * 8 + column] == without;
      right = right && f[row * 8 + column] == different && g[column * 8 + row] == common;
    }
  Check(right, "elements of four bits and one", 8, 8, 0, 0, 0);
  cudaFree(a), cudaFree(b), cudaFree(d), cudaFree(e), cudaFree(f), cudaFree(g);
}

// --- values: fragments as arrays, what rounding and satf do
__global__ void Values(float* sums, __half* halves, int* wholes, float* tf32) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum, scaled;
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> half_sum;
  wmma::fill_fragment(a, 60000.0f);
  wmma::fill_fragment(b, 2.0f);
  wmma::fill_fragment(sum, 1.0f);
  wmma::fill_fragment(half_sum, 0.0f);
  wmma::mma_sync(sum, a, b, sum);
  for (int i = 0; i < sum.num_elements; ++i) scaled.x[i] = 2 * sum.x[i];
  wmma::store_matrix_sync(sums, scaled, 16, wmma::mem_row_major);
  wmma::mma_sync(half_sum, a, b, half_sum);
  wmma::store_matrix_sync(halves, half_sum, 16, wmma::mem_row_major);
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> c;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::row_major> d;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> whole, most;
  wmma::fill_fragment(c, 127);
  wmma::fill_fragment(d, 127);
  wmma::fill_fragment(most, 2147483647);
  wmma::mma_sync(whole, c, d, most, true);
  wmma::store_matrix_sync(wholes, whole, 16, wmma::mem_row_major);
  wmma::mma_sync(whole, c, d, most);
  wmma::store_matrix_sync(wholes + 256, whole, 16, wmma::mem_row_major);
  if (threadIdx.x == 0) tf32[0] = wmma::__float_to_tf32(1.00048828125f), tf32[1] = wmma::__float_to_tf32(-3.1415927f);
}

static void TryValues() {
  float *sums = Make<float>(256), *tf32 = Make<float>(2);
  __half* halves = Make<__half>(256);
  int* wholes = Make<int>(512);
  Values<<<1, 32>>>(sums, halves, wholes, tf32);
  cudaDeviceSynchronize();
  bool right = tf32[0] == 1.0009765625f && tf32[1] == -3.140625f;
  for (int i = 0; i < 256; ++i) {
    right = right && sums[i] == 2 * (16 * 120000.0f + 1);
    right = right && std::isinf(__half2float(halves[i])) && wholes[i] == 2147483647;
    right = right && wholes[256 + i] == INT32_MIN + 16 * 127 * 127 - 1;
  }
  Check(right, "values", 16, 16, 16, 0, 0);
  cudaFree(sums), cudaFree(halves), cudaFree(wholes), cudaFree(tf32);
}

// --- tiles in shared memory, several warps, a loop along k
constexpr int kSize = 64;
__global__ void Product(float* c, const __half* a, const __half* b) {
  __shared__ __align__(32) __half left[16][kSize + 16];
  for (int i = threadIdx.x; i < 16 * kSize; i += blockDim.x)
    left[i / kSize][i % kSize] = a[(blockIdx.x * 16 + i / kSize) * kSize + i % kSize];
  __syncthreads();
  const int column = threadIdx.x / 32 * 16;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0);
  for (int k = 0; k < kSize; k += 16) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> y;
    wmma::load_matrix_sync(x, &left[0][k], kSize + 16);
    wmma::load_matrix_sync(y, b + k * kSize + column, kSize);
    wmma::mma_sync(sum, x, y, sum);
  }
  wmma::store_matrix_sync(c + blockIdx.x * 16 * kSize + column, sum, kSize, wmma::mem_row_major);
}

static void TryProduct() {
  const int size = kSize * kSize;
  __half *a = Make<__half>(size), *b = Make<__half>(size);
  float* c = Make<float>(size);
  for (int i = 0; i < size; ++i) a[i] = __float2half((i * 7 % 23 - 11) / 8.f), b[i] = __float2half((i * 5 % 19 - 9) / 4.f);
  Product<<<kSize / 16, kSize / 16 * 32>>>(c, a, b);
  cudaDeviceSynchronize();
  bool right = true;
  for (int row = 0; row < kSize; ++row)
    for (int column = 0; column < kSize; ++column) {
      float sum = 0;
      for (int k = 0; k < kSize; ++k) sum += __half2float(a[row * kSize + k]) * __half2float(b[k * kSize + column]);
      right = right && c[row * kSize + column] == sum;
    }
  Check(right, "product of tiles", kSize, kSize, kSize, 0, 0);
  cudaFree(a), cudaFree(b), cudaFree(c);
}

int main() {
  TryShape<16, 16>();
  TryShape<32, 8>();
  TryShape<8, 32>();
  Try<16, 16, 8, wmma::precision::tf32, float, float>();
  Try<8, 8, 4, double, double, double>();
  TrySmallElements();
  TryValues();
  TryProduct();
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) return puts(cudaGetErrorString(error)), 1;
  puts(wrong ? "wrong" : "ok");
  return wrong != 0;
}
