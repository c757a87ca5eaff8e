// A cooperative grid of as many threads as the device holds at once: all of them wait at the grid's barrier.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__device__ unsigned long long total;

__global__ void SumThenCompare(unsigned* bad) {
  const cg::grid_group grid = cg::this_grid();
  atomicAdd(&total, grid.thread_rank() + 1);
  grid.sync();
  const unsigned long long n = grid.size();
  if (total != n * (n + 1) / 2) atomicAdd(bad, 1);
  grid.sync();
  if (grid.thread_rank() == 0) total = 0;
}

int main() {
  int threads = 0, least = 0, blocks = 0, multiprocessors = 0;
  cudaOccupancyMaxPotentialBlockSize(&least, &threads, SumThenCompare);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, SumThenCompare, threads, 0);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  unsigned* bad;
  cudaMallocManaged(&bad, sizeof *bad);
  void* arguments[] = {&bad};
  for (int i = 0; i < 2; ++i) {
    const cudaError_t error = cudaLaunchCooperativeKernel((void*)SumThenCompare, dim3(blocks * multiprocessors),
                                                          dim3(threads), arguments, 0, 0);
    if (error != cudaSuccess)
      return printf("%d blocks of %d: %s\n", blocks * multiprocessors, threads, cudaGetErrorName(error)), 1;
  }
  if (cudaDeviceSynchronize() != cudaSuccess) return printf("%s\n", cudaGetErrorString(cudaGetLastError())), 1;
  if (*bad) return printf("%u threads saw another sum\n", *bad), 1;
  cudaFree(bad);
  puts("ok");
}
