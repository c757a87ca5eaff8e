// Defects of a program's own kernels, in lines that call CUB and in others.

#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

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

// Two primitives share a union: a barrier stands before the second, and none before the third.
__global__ void SumAndScan(const int* in, int* out) {
  using Reduce = cub::BlockReduce<int, kThreads>;
  using Scan = cub::BlockScan<int, kThreads, cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ union {
    typename Reduce::TempStorage reduce;
    typename Scan::TempStorage scan;
  } shared;
  const int value = in[threadIdx.x];
  int before, upto;
  const int sum = Reduce(shared.reduce).Sum(value);
  __syncthreads();
  Scan(shared.scan).ExclusiveSum(value, before);
  Scan(shared.scan).InclusiveSum(before, upto);  // expect: race-shared
  if (threadIdx.x == 0) out[0] = sum + before + upto;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, kThreads * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 0, kThreads * sizeof(int));
  SumTwice<<<1, kThreads>>>(in, out, 1);
  SumAndScan<<<1, kThreads>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
