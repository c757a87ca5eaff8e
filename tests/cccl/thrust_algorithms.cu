// Thrust on the device: vectors, sorts, scans, reductions, selections and fancy iterators, against the host's results.
// nvcc flags: --extended-lambda

#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#define EXPECT(condition)                                          \
  do {                                                             \
    if (!(condition)) {                                            \
      std::printf("line %d: %s is false\n", __LINE__, #condition); \
      std::exit(1);                                                \
    }                                                              \
  } while (0)

struct Particle {
  int cell;
  float mass;
};

struct HeavierFirst {
  __host__ __device__ bool operator()(const Particle& a, const Particle& b) const {
    return a.cell != b.cell ? a.cell < b.cell : a.mass > b.mass;
  }
};

struct IsNegative {
  __host__ __device__ bool operator()(int value) const { return value < 0; }
};

struct Square {
  __host__ __device__ long operator()(int value) const { return long(value) * value; }
};

struct Axpy {
  float factor;
  __host__ __device__ float operator()(const thrust::tuple<float, float>& both) const {
    return factor * thrust::get<0>(both) + thrust::get<1>(both);
  }
};

__global__ void AddOne(int* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] += 1;
}

std::vector<int> Numbers(int count) {
  std::vector<int> numbers(count);
  unsigned state = 1;
  for (int& number : numbers) number = static_cast<int>(state = state * 1664525u + 1013904223u) / 4096;
  return numbers;
}

std::vector<int> OnHost(const thrust::device_vector<int>& values) {
  std::vector<int> host(values.size());
  thrust::copy(values.begin(), values.end(), host.begin());
  return host;
}

void Sorts() {
  std::vector<int> expected = Numbers(1500);
  thrust::device_vector<int> numbers(expected.begin(), expected.end());
  thrust::sort(numbers.begin(), numbers.end());
  std::sort(expected.begin(), expected.end());
  EXPECT(expected.front() < 0 && OnHost(numbers) == expected);

  std::vector<int> order = Numbers(300);
  thrust::device_vector<int> keys(order.begin(), order.end()), places(order.size());
  thrust::sequence(places.begin(), places.end());
  thrust::sort_by_key(keys.begin(), keys.end(), places.begin(), thrust::greater<int>());
  const std::vector<int> sorted = OnHost(keys), from = OnHost(places);
  for (std::size_t i = 0; i < sorted.size(); ++i)
    EXPECT(sorted[i] == order[from[i]] && (i == 0 || sorted[i - 1] >= sorted[i]));

  thrust::host_vector<Particle> particles(200);
  for (int i = 0; i < 200; ++i) particles[i] = {i * 7 % 5, static_cast<float>(i * 31 % 97)};
  thrust::device_vector<Particle> on_device = particles;
  thrust::sort(on_device.begin(), on_device.end(), HeavierFirst());
  particles = on_device;
  for (int i = 1; i < 200; ++i) EXPECT(!HeavierFirst()(particles[i], particles[i - 1]));
}

void ScansAndReductions() {
  const std::vector<int> host = Numbers(1000);
  const thrust::device_vector<int> values(host.begin(), host.end());
  std::vector<int> expected(host.size());
  thrust::device_vector<int> sums(host.size());
  thrust::inclusive_scan(values.begin(), values.end(), sums.begin());
  std::partial_sum(host.begin(), host.end(), expected.begin());
  EXPECT(OnHost(sums) == expected);
  thrust::exclusive_scan(values.begin(), values.end(), sums.begin(), 5);
  EXPECT(sums[0] == 5 && sums[999] == 5 + expected[998]);

  EXPECT(thrust::reduce(values.begin(), values.end()) == expected.back());
  EXPECT(thrust::reduce(values.begin(), values.end(), -1, thrust::maximum<int>()) ==
         *std::max_element(host.begin(), host.end()));
  EXPECT(thrust::count_if(values.begin(), values.end(), IsNegative()) ==
         std::count_if(host.begin(), host.end(), IsNegative()));
  EXPECT(thrust::inner_product(values.begin(), values.begin() + 10, values.begin(), 0L, thrust::plus<long>(),
                               thrust::multiplies<long>()) == std::inner_product(host.begin(), host.begin() + 10,
                                                                                 host.begin(), 0L, std::plus<long>(),
                                                                                 std::multiplies<long>()));

  const int keys[] = {1, 1, 2, 2, 2, 3}, weights[] = {5, 6, 1, 2, 3, 9};
  thrust::device_vector<int> by(keys, keys + 6), weight(weights, weights + 6), key(6), sum(6);
  const auto ends = thrust::reduce_by_key(by.begin(), by.end(), weight.begin(), key.begin(), sum.begin());
  EXPECT(ends.first - key.begin() == 3);
  EXPECT(key[0] == 1 && key[2] == 3 && sum[0] == 11 && sum[1] == 6 && sum[2] == 9);
}

void SelectionsAndIterators() {
  const std::vector<int> host = Numbers(700);
  const thrust::device_vector<int> values(host.begin(), host.end());
  thrust::device_vector<int> negative(host.size());
  negative.resize(thrust::copy_if(values.begin(), values.end(), negative.begin(), IsNegative()) - negative.begin());
  std::vector<int> expected;
  std::copy_if(host.begin(), host.end(), std::back_inserter(expected), IsNegative());
  EXPECT(OnHost(negative) == expected);

  thrust::device_vector<int> runs(60);
  thrust::transform(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(60), runs.begin(),
                    [] __host__ __device__(int i) { return i / 4; });
  runs.erase(thrust::unique(runs.begin(), runs.end()), runs.end());
  EXPECT(runs.size() == 15 && runs[14] == 14);

  const auto squares = thrust::make_transform_iterator(thrust::counting_iterator<int>(1), Square());
  EXPECT(thrust::reduce(squares, squares + 100) == 338350);

  thrust::device_vector<float> x(500), y(500, 1.0f);
  thrust::sequence(x.begin(), x.end());
  const auto both = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin()));
  thrust::transform(both, both + 500, y.begin(), Axpy{2.0f});
  EXPECT(y[0] == 1.0f && y[499] == 999.0f);
}

// A kernel of the program's own on Thrust's memory.
void OwnKernels() {
  thrust::device_vector<int> values(300);
  thrust::fill(values.begin(), values.end(), 41);
  AddOne<<<2, 256>>>(thrust::raw_pointer_cast(values.data()), 300);
  int* raw = thrust::raw_pointer_cast(values.data());
  thrust::transform(thrust::device, raw, raw + 300, raw, thrust::negate<int>());
  EXPECT(values[0] == -42 && values[299] == -42);
}

int main() {
  Sorts();
  ScansAndReductions();
  SelectionsAndIterators();
  OwnKernels();
  std::printf("ok\n");
}
