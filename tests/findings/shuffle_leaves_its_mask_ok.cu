// Shuffles within their masks: halves and quarters of a warp, widths, tiles, and values of other lanes that nobody uses,
// though they are stored in managed memory and written again by the host.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void Halves(const int* in, int* out) {
  const unsigned mask = 0xffffu << (threadIdx.x & 16);
  int sum = in[threadIdx.x];
  for (int step = 8; step > 0; step /= 2) sum += __shfl_xor_sync(mask, sum, step);
  out[threadIdx.x] = __shfl_sync(mask, sum, threadIdx.x & 16);
}

__global__ void Widths(const int* in, int* out) {
  int sum = in[threadIdx.x];
  for (int step = 4; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step, 8);
  out[threadIdx.x] = __shfl_sync(0xffu << (threadIdx.x & 24), sum, 0, 8);
}

__global__ void Tiles(const int* in, int* out) {
  const auto tile = cg::tiled_partition<4>(cg::tiled_partition<16>(cg::this_thread_block()));
  int sum = in[threadIdx.x];
  for (int step = 2; step > 0; step /= 2) sum += tile.shfl_xor(sum, step);
  out[threadIdx.x] = tile.shfl(sum, 0);
}

// Only the first lane of each half has a sum; the others' values come from lanes that take no part.
__global__ void FirstLanes(const int* in, int* out) {
  const unsigned mask = 0xffffu << (threadIdx.x & 16);
  int sum = in[threadIdx.x];
  for (int step = 8; step > 0; step /= 2) sum += __shfl_down_sync(mask, sum, step);
  out[threadIdx.x] = sum;
}

__device__ int total[2];
__global__ void Variable(const int* in) {
  int sum = in[threadIdx.x];
  if (threadIdx.x < 16) sum += __shfl_xor_sync(0x0000ffffu, sum, 16);
  if (threadIdx.x == 0) total[1] = sum;
}

int main() {
  int *in, *out, *shared, host[32];
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemset(in, 0, sizeof host);
  long long sum = 0;
  for (auto kernel : {Halves, Widths, Tiles}) {
    kernel<<<1, 32>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int value : host) sum += value;
  }
  cudaMallocManaged(&shared, sizeof host);
  FirstLanes<<<1, 32>>>(in, shared);
  cudaDeviceSynchronize();
  sum += shared[0] + shared[16];
  for (int i = 0; i < 32; ++i) shared[i] = i;
  for (int i = 0; i < 32; ++i) sum += shared[i];
  const int two[2] = {1, 2};
  Variable<<<1, 32>>>(in);
  cudaMemcpyFromSymbol(host, total, sizeof(int));
  cudaMemcpyToSymbol(total, two, sizeof two);
  cudaMemcpyFromSymbol(host, total, sizeof two);
  std::printf("%lld\n", sum + host[1]);
  cudaFree(shared);
  cudaFree(in);
  cudaFree(out);
}
