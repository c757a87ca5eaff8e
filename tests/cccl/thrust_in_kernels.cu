// Algorithms of Thrust that a kernel calls with the policy of the device: each runs in its thread.

#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <thrust/transform.h>
#include <thrust/unique.h>

#include <cstdio>

constexpr int kRows = 40, kWidth = 50;

struct IsOdd {
  __host__ __device__ bool operator()(int value) const { return value % 2 != 0; }
};
struct Negative {
  __host__ __device__ int operator()(int value) const { return -value; }
};

struct Row {
  int sum, largest, odd, different, last;
};

// A thread for each row, which it sorts.
__global__ void Arrange(int* values, int* scratch, Row* rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= kRows) return;
  int *begin = values + row * kWidth, *end = begin + kWidth, *other = scratch + row * kWidth;
  thrust::sort(thrust::device, begin, end);
  rows[row].sum = thrust::reduce(thrust::cuda::par, begin, end, 0);
  rows[row].largest = *thrust::max_element(thrust::device, begin, end);
  rows[row].odd = thrust::count_if(thrust::device, begin, end, IsOdd());
  thrust::transform(thrust::device, begin, end, other, Negative());
  rows[row].different = thrust::unique(thrust::device, other, other + kWidth) - other;
  thrust::copy(thrust::device, begin, end, other);
  thrust::inclusive_scan(thrust::device, other, other + kWidth, other);
  rows[row].last = other[kWidth - 1];
}

int main() {
  int *values, *scratch;
  Row* rows;
  if (cudaMallocManaged(&values, kRows * kWidth * sizeof(int)) != cudaSuccess) return 1;
  if (cudaMallocManaged(&scratch, kRows * kWidth * sizeof(int)) != cudaSuccess) return 1;
  if (cudaMallocManaged(&rows, kRows * sizeof(Row)) != cudaSuccess) return 1;
  // In each row, the numbers from `row` on, the last one twice.
  for (int row = 0; row < kRows; ++row)
    for (int i = 0; i < kWidth; ++i) values[row * kWidth + i * 7 % kWidth] = row + (i < kWidth - 1 ? i : i - 1);
  Arrange<<<2, 32>>>(values, scratch, rows);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int row = 0; row < kRows; ++row) {
    const int largest = row + kWidth - 2;
    int sum = largest, odd = largest % 2;
    for (int i = 0; i < kWidth - 1; ++i) {
      sum += row + i;
      odd += (row + i) % 2;
      if (values[row * kWidth + i] != row + i) return std::printf("row %d is not sorted\n", row), 1;
    }
    const Row& found = rows[row];
    if (found.sum != sum || found.largest != largest || found.odd != odd || found.different != kWidth - 1 ||
        found.last != sum)
      return std::printf("row %d: %d %d %d %d %d\n", row, found.sum, found.largest, found.odd, found.different,
                         found.last),
             1;
  }
  cudaFree(values), cudaFree(scratch), cudaFree(rows);
  std::printf("ok\n");
}
