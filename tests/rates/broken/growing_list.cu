#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/sequence.h>

__global__ void markMultiples(const int* numbers, int count, int of, int* flags) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) flags[i] = numbers[i] % of == 0;  // defect: use-after-free
}

int main() {
  thrust::device_vector<int> numbers(50);
  thrust::sequence(numbers.begin(), numbers.end(), 1);
  const int* raw = thrust::raw_pointer_cast(numbers.data());
  numbers.resize(5000, 7);
  thrust::device_vector<int> flags(numbers.size(), 0);
  markMultiples<<<1, 64>>>(raw, 50, 7, thrust::raw_pointer_cast(flags.data()));  // defect: use-after-free
  cudaDeviceSynchronize();
  int multiples = 0;
  for (int i = 0; i < 50; ++i) multiples += flags[i];
  printf("%d multiples of seven\n", multiples);
  return 0;
}
