// cuda::std in device code: containers of values, views, bits, numbers.
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>
#include <cuda/std/version>
#include <cuda/version>

#include <algorithm>
#include <cstdio>

namespace cs = cuda::std;

#define EXPECT(condition)                                                          \
  do {                                                                             \
    if (!(condition)) {                                                            \
      printf("%d, thread %d: not so: %s\n", __LINE__, threadIdx.x, #condition);    \
      *wrong = 1;                                                                  \
    }                                                                              \
  } while (0)

__device__ cs::optional<int> Half(int x) {
  if (x % 2) return cs::nullopt;
  return x / 2;
}

struct Kind {
  __host__ __device__ int operator()(int) const { return 1; }
  __host__ __device__ int operator()(float) const { return 2; }
};

__device__ float Sum(cs::span<const float> values) {
  float sum = 0;
  for (float value : values) sum += value;
  return sum;
}

__global__ void Everything(const float* numbers, int n, int* wrong) {
  const int t = threadIdx.x;
  cs::array<int, 5> array{5, 1, 4, 2, 3};
  EXPECT(array.size() == 5 && array.back() == 3);
  EXPECT(cs::accumulate(array.begin(), array.end(), t) == 15 + t);
  int counted[4];
  cs::iota(counted, counted + 4, 7);
  EXPECT(counted[3] == 10);
  const int& same = cs::identity()(counted[2]);
  EXPECT(&same == &counted[2] && cs::identity()(t + 1) == t + 1);

  cs::span<const float> view(numbers, n);
  EXPECT(view.size() == 64 && Sum(view) == 2016 && Sum(view.subspan(60)) == 60 + 61 + 62 + 63);
  EXPECT(Sum(view.first(3)) == 3 && view.back() == 63);
  float own[3] = {1, 2, 3};
  EXPECT(Sum(own) == 6);

  EXPECT(Half(4).value() == 2 && !Half(3).has_value() && Half(5).value_or(9) == 9);
  cs::variant<int, float> either = 2.5f;
  EXPECT(cs::holds_alternative<float>(either) && cs::get<float>(either) == 2.5f && cs::get_if<int>(&either) == nullptr);
  either = 3;
  EXPECT(either.index() == 0 && cs::visit(Kind(), either) == 1);
  auto [a, b] = cs::make_tuple(t, 0.5f);
  EXPECT(a == t && b == 0.5f && cs::get<1>(cs::make_tuple(1, 2, 3)) == 2);
  cs::pair<int, float> pair{1, 2.0f};
  EXPECT(pair.first == 1 && pair.second == 2.0f);
  int x = 1, y = 2;
  cs::swap(x, y);
  EXPECT(x == 2 && cs::exchange(y, 8) == 1 && y == 8);

  const cs::complex<float> z = cs::complex<float>(1, 2) * cs::complex<float>(3, -1);
  EXPECT(z.real() == 5 && z.imag() == 5);
  EXPECT(cs::numeric_limits<int>::max() == 2147483647 && cs::numeric_limits<float>::infinity() > 1e38f);
  EXPECT(cs::popcount(255u) == 8 && cs::countl_zero(1u) == 31 && cs::countr_zero(8u) == 3 && cs::bit_ceil(9u) == 16);
  EXPECT(cs::bit_cast<unsigned>(1.0f) == 0x3f800000 && cs::has_single_bit(64u) && cs::rotl(0x80000001u, 1) == 3);
  EXPECT(cs::max(1, 2) == 2 && cs::min(1, 2) == 1);
  static_assert(cs::is_same_v<cs::remove_const_t<const int>, int>, "traits");
}

int main() {
  float* numbers;
  int* wrong;
  cudaMallocManaged(&numbers, 64 * sizeof *numbers);
  cudaMallocManaged(&wrong, sizeof *wrong);
  for (int i = 0; i < 64; ++i) numbers[i] = i;
  *wrong = 0;
  Everything<<<1, 40>>>(numbers, 64, wrong);
  const bool good = cudaDeviceSynchronize() == cudaSuccess && *wrong == 0;
  cudaFree(numbers);
  cudaFree(wrong);
  printf("%s\n", good ? "ok" : "wrong");
  return good ? 0 : 1;
}
