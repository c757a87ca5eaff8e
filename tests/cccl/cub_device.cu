// CUB's algorithms for whole arrays, each with the size of its temporary storage asked for first.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cub/cub.cuh>
#include <numeric>
#include <vector>

#define EXPECT(condition)                                          \
  do {                                                             \
    if (!(condition)) {                                            \
      std::printf("line %d: %s is false\n", __LINE__, #condition); \
      std::exit(1);                                                \
    }                                                              \
  } while (0)

template <class Algorithm>
void Call(Algorithm algorithm) {
  void* storage = nullptr;
  std::size_t bytes = 0;
  EXPECT(algorithm(storage, bytes) == cudaSuccess && bytes > 0);
  EXPECT(cudaMalloc(&storage, bytes) == cudaSuccess);
  EXPECT(algorithm(storage, bytes) == cudaSuccess);
  EXPECT(cudaFree(storage) == cudaSuccess);
}

template <class T>
std::vector<T> OnHost(const T* device, int count) {
  std::vector<T> host(count);
  EXPECT(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost) == cudaSuccess);
  return host;
}

struct IsEven {
  __host__ __device__ bool operator()(int value) const { return value % 2 == 0; }
};

int main() {
  // More than one tile, so that blocks look back at those before them.
  constexpr int kCount = 6000, kBins = 8;
  std::vector<int> numbers(kCount);
  for (int i = 0; i < kCount; ++i) numbers[i] = i * 7919 % 4001 - 2000;
  int *in, *out, *count;
  cudaMalloc(&in, kCount * sizeof(int));
  cudaMalloc(&out, kCount * sizeof(int));
  cudaMalloc(&count, kBins * sizeof(int));
  cudaMemcpy(in, numbers.data(), kCount * sizeof(int), cudaMemcpyHostToDevice);

  Call([&](void* t, std::size_t& bytes) { return cub::DeviceReduce::Sum(t, bytes, in, count, kCount); });
  EXPECT(OnHost(count, 1)[0] == std::accumulate(numbers.begin(), numbers.end(), 0));

  Call([&](void* t, std::size_t& bytes) { return cub::DeviceScan::ExclusiveSum(t, bytes, in, out, kCount); });
  std::vector<int> expected(kCount);
  std::partial_sum(numbers.begin(), numbers.end() - 1, expected.begin() + 1);
  EXPECT(OnHost(out, kCount) == expected);

  Call([&](void* t, std::size_t& bytes) { return cub::DeviceSelect::If(t, bytes, in, out, count, kCount, IsEven()); });
  expected.clear();
  std::copy_if(numbers.begin(), numbers.end(), std::back_inserter(expected), IsEven());
  EXPECT(OnHost(count, 1)[0] == static_cast<int>(expected.size()));
  EXPECT(OnHost(out, static_cast<int>(expected.size())) == expected);

  Call([&](void* t, std::size_t& bytes) {
    return cub::DeviceHistogram::HistogramEven(t, bytes, in, count, kBins + 1, -2000, 2000, kCount);
  });
  std::vector<int> bins(kBins);
  for (int number : numbers)
    if (number < 2000) ++bins[(number + 2000) / 500];
  EXPECT(OnHost(count, kBins) == bins);

  Call([&](void* t, std::size_t& bytes) { return cub::DeviceRadixSort::SortKeys(t, bytes, in, out, kCount); });
  expected = numbers;
  std::sort(expected.begin(), expected.end());
  EXPECT(OnHost(out, kCount) == expected);

  cudaFree(in);
  cudaFree(out);
  cudaFree(count);
  std::printf("ok\n");
}
