// Defects of a program's own kernel, in lines that call CUB and in others.

#include <cub/block/block_reduce.cuh>

constexpr int kThreads = 64;

__global__ void SumTwice(const int* in, int* out, int count) {
  using Reduce = cub::BlockReduce<int, kThreads, cub::BLOCK_REDUCE_RAKING>;
  __shared__ typename Reduce::TempStorage shared;
  const int value = in[threadIdx.x];
  const int sum = Reduce(shared).Sum(value);
  // A __syncthreads() is missing before the storage is used again.
  const int again = Reduce(shared).Sum(value + 1);  // expect: race-shared
  if (threadIdx.x == 0) out[count] = sum + again;   // expect: out-of-bounds-global
}

int main() {
  int *in, *out;
  cudaMalloc(&in, kThreads * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 0, kThreads * sizeof(int));
  SumTwice<<<1, kThreads>>>(in, out, 1);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
