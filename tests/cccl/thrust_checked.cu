// Thrust's own kernels where their blocks and threads meet: no finding.
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/unique.h>

#include <cstdio>

int main() {
  // No element is left out at first, so each block writes what the next one reads.
  thrust::device_vector<int> values(3000);
  thrust::sequence(values.begin(), values.begin() + 2000);
  thrust::fill(values.begin() + 2000, values.end(), 7);
  const auto left = thrust::unique(values.begin(), values.end()) - values.begin();

  const int keys[] = {0, 0, 0, 1, 1, 2, 2, 2, 2, 3}, numbers[] = {3, 9, 1, -5, -7, 4, 8, 8, 2, 0};
  const thrust::device_vector<int> by(keys, keys + 10), of(numbers, numbers + 10);
  thrust::device_vector<int> kept(10), most(10);
  const auto ends =
      thrust::reduce_by_key(by.begin(), by.end(), of.begin(), kept.begin(), most.begin(), thrust::equal_to<int>(), thrust::maximum<int>());
  const bool right = left == 2001 && values[2000] == 7 && ends.second - most.begin() == 4 && most[0] == 9 && most[1] == -5 && most[2] == 8;
  std::puts(right ? "ok" : "wrong");
}
