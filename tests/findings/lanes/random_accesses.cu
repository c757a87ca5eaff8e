// Kernels of random accesses, right and wrong: same_in_lanes checks each thread by thread and 32 threads at a time.

#include <cstdio>
#include <utility>
#include <vector>

constexpr unsigned Hash(unsigned kernel, unsigned what) {
  unsigned x = kernel * 2654435761u + what * 40503u + 12345;
  x ^= x >> 15;
  x *= 2246822519u;
  return x ^ x >> 13;
}
template <unsigned K, unsigned What>
inline constexpr unsigned kHash = Hash(K, What);

// The element that thread i touches in access `j`; sometimes one too far.
#define PLACE(j)                                             \
  (kHash<K, j> % 9 < 3         ? i                           \
   : kHash<K, j> % 9 == 3      ? (i + 1) % n                 \
   : kHash<K, j> % 9 == 4      ? i * 2 % n                   \
   : kHash<K, j> % 9 == 5      ? i / 2                       \
   : kHash<K, j> % 9 == 6      ? int(kHash<K, j + 50> % 200) \
   : kHash<K, j> % 9 == 7      ? n - 1 - i                   \
   : kHash<K, j + 51> % 4 == 0 ? i + 1                       \
                               : i)

template <unsigned K>
__global__ void kernel(int* a, int* b, short* c, char* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + (blockIdx.y * blockDim.y + threadIdx.y) * gridDim.x * blockDim.x;
  if (i >= n) return;
  int x = a[PLACE(1)];
  if constexpr (kHash<K, 10> % 3 == 0) x += b[PLACE(2)];
  if constexpr (kHash<K, 11> % 3 == 0) x += a[PLACE(3)];
  if constexpr (kHash<K, 12> % 2 == 0)
    if (i % 3 == 0) x += c[PLACE(4)];
  if constexpr (kHash<K, 13> % 3 == 0) c[PLACE(5)] = x;
  if constexpr (kHash<K, 14> % 2 == 0) b[PLACE(6)] = x;
  if constexpr (kHash<K, 15> % 3 == 0) d[PLACE(7)] = x;
  if constexpr (kHash<K, 16> % 3 == 0) x += d[PLACE(8)];
  if constexpr (kHash<K, 17> % 4 == 0)
    for (int j = 0; j < i % 5; ++j) x += b[(i + j) % n];
  if constexpr (kHash<K, 18> % 5 == 0) a[PLACE(9)] = x;
  b[PLACE(0)] = x;
}

template <unsigned K>
void Run() {
  const int n = 200;
  int *a, *b;
  short* c;
  char* d;
  cudaMalloc(&a, n * sizeof *a);
  cudaMalloc(&b, n * sizeof *b);
  cudaMalloc(&c, n * sizeof *c);
  cudaMalloc(&d, n * sizeof *d);
  cudaMemset(a, 1, n * sizeof *a);
  if (Hash(K, 20) % 8) cudaMemset(b, 1, n * sizeof *b);
  if (Hash(K, 21) % 8) cudaMemset(c, 1, n * sizeof *c);
  if (Hash(K, 22) % 8) cudaMemset(d, 1, n * sizeof *d);
  const dim3 shapes[] = {{16, 4}, {64}, {7, 5}};
  const dim3 block = shapes[Hash(K, 23) % 3];
  const int threads = block.x * block.y;
  const dim3 grid = block.y == 1 ? dim3((n + threads - 1) / threads) : dim3(2, (n + 2 * threads - 1) / (2 * threads));
  kernel<K><<<grid, block>>>(a, b, c, d, n);
  std::vector<int> result(n);
  cudaMemcpy(result.data(), b, n * sizeof *b, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (int each : result) sum = sum * 31 + each;
  std::printf("%u: %u\n", K, sum);
  for (void* array : {(void*)a, (void*)b, (void*)c, (void*)d}) cudaFree(array);
}

template <unsigned... K>
void RunAll(std::integer_sequence<unsigned, K...>) {
  (Run<K>(), ...);
}

int main() { RunAll(std::make_integer_sequence<unsigned, 40>()); }
