// C++20 in device code: concepts, designated initialisers, <=>, consteval, templates of lambdas, auto parameters.
// flags: -std=c++20 --expt-relaxed-constexpr

#include <cuda_runtime.h>

#include <compare>
#include <concepts>
#include <cstdio>

#define CHECK(condition)                                                  \
  do {                                                                    \
    if (!(condition)) {                                                   \
      std::printf("line %d: %s does not hold\n", __LINE__, #condition);   \
      return 1;                                                           \
    }                                                                     \
  } while (0)

template <class T>
concept Number = std::integral<T> || std::floating_point<T>;

struct Version {
  int major, minor;
  __host__ __device__ constexpr auto operator<=>(const Version&) const = default;
};
consteval int Fourth(int x) { return x * x * x * x; }

template <Number T>
__global__ void scale(T* values, T factor) {
  values[threadIdx.x] *= factor;
}

__device__ auto Add(auto a, auto b) { return a + b; }

struct Options {
  int width = 4, height = 5;
  float depth = 0.5f;
};

__global__ void everything(int* out, Options options) {
  const Version old{1, 2}, recent{1, 3};
  out[0] = old < recent;
  out[1] = Fourth(3);
  out[2] = Add(options.width, options.height) + static_cast<int>(Add(options.depth, 1.5f));
  auto pick = []<class T>(T a, T b) { return a > b ? a : b; };
  out[3] = pick(3, 4) + int(pick(1.5, 0.5));
  int sum = 0;
  for (int values[] = {1, 2, 3}; int value : values) sum += value;
  out[4] = sum;
  if (threadIdx.x == 0) [[likely]] {
    out[5] = 1;
  }
}

int main() {
  int* out;
  float* numbers;
  cudaMallocManaged(&out, 32 * sizeof(int));
  cudaMallocManaged(&numbers, 32 * sizeof(float));
  everything<<<1, 1>>>(out, Options{.height = 6});
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(out[0] == 1 && out[1] == 81 && out[2] == 12 && out[3] == 5 && out[4] == 6 && out[5] == 1);
  for (int i = 0; i < 32; ++i) numbers[i] = i;
  scale<<<1, 32>>>(numbers, 2.0f);
  CHECK(cudaDeviceSynchronize() == cudaSuccess && numbers[31] == 62);
  std::puts("ok");
}
