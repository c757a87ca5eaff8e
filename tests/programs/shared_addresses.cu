// Addresses in shared memory have 32 bits: an unsigned index that has wrapped below zero reaches what lies before the pointer.

#include <cstdint>
#include <cstdio>

constexpr unsigned kThreads = 64;

struct Row {
  int from_the_end, less_one, in_loop, of_rows;
  double of_doubles;
  unsigned sum;
};

template <class T>
__device__ T last(const T* end, uint32_t back) {
  return end[~back];
}

__global__ void read(Row* rows) {
  __shared__ int tile[kThreads];
  __shared__ int table[4][kThreads / 4];
  __shared__ unsigned sums[kThreads];
  extern __shared__ double doubles[];
  const uint32_t i = threadIdx.x;
  tile[i] = (int)i * 3;
  table[i / 16][i % 16] = (int)i * 5;
  doubles[i] = i * 0.5;
  sums[i] = 0;
  __syncthreads();

  rows[i].from_the_end = (tile + kThreads)[~i];
  rows[i].less_one = (tile + 1)[i - 1];
  rows[i].of_rows = (table + 4)[~(i / 16)][i % 16];
  rows[i].of_doubles = last(doubles + kThreads, i);
  int* at = tile + i;
  int sum = 0;
  for (uint32_t back = 0; back <= i; ++back) sum += at[0u - back];
  rows[i].in_loop = sum;
  atomicAdd(&(sums + kThreads)[~i], i);
  __syncthreads();
  rows[i].sum = sums[i];
}

int main() {
  Row* rows;
  cudaMallocManaged(&rows, kThreads * sizeof *rows);
  read<<<1, kThreads, kThreads * sizeof(double)>>>(rows);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) return printf("%s\n", cudaGetErrorString(error)), 1;
  int wrong = 0;
  for (int i = 0; i < (int)kThreads; ++i) {
    const Row& row = rows[i];
    const int rest = (int)kThreads - 1 - i;
    const bool is_right = row.from_the_end == rest * 3 && row.less_one == i * 3 && row.in_loop == i * (i + 1) / 2 * 3 &&
                          row.of_rows == ((3 - i / 16) * 16 + i % 16) * 5 && row.of_doubles == rest * 0.5 &&
                          row.sum == (unsigned)rest;
    if (is_right) continue;
    printf("thread %d: %d %d %d %d %g %u\n", i, row.from_the_end, row.less_one, row.in_loop, row.of_rows, row.of_doubles, row.sum);
    ++wrong;
  }
  cudaFree(rows);
  if (wrong) return 1;
  printf("ok\n");
}
