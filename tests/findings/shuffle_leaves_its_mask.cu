// Shuffles whose source lane is not in the mask: halves of a warp that step too far, a lane by number, a mask of a branch,
// a tile of the warp that asks another one, and sums that
// the host reads in managed memory or copies from a variable.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void Halves(const int* in, int* out) {
  const unsigned mask = threadIdx.x < 16 ? 0x0000ffffu : 0xffff0000u;
  int sum = in[threadIdx.x];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(mask, sum, step);  // expect: warp-mask
  out[threadIdx.x] = sum;
}

__global__ void LowerHalf(const int* in, int* out) {
  if (threadIdx.x >= 16) return;
  int sum = in[threadIdx.x];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(0x0000ffffu, sum, step);  // expect: warp-mask
  out[threadIdx.x] = sum;
}

__global__ void ByNumber(const int* in, int* out) {
  const unsigned mask = threadIdx.x < 16 ? 0x0000ffffu : 0xffff0000u;
  out[threadIdx.x] = __shfl_sync(mask, in[threadIdx.x], 0);  // expect: warp-mask
}

__global__ void Down(const int* in, int* out) {
  const unsigned mask = 0xffu << (threadIdx.x & 24);
  int sum = in[threadIdx.x];
  for (int step = 4; step > 0; step /= 2) sum += __shfl_down_sync(mask, sum, step);  // expect: warp-mask
  out[threadIdx.x] = sum;
}

__global__ void Tile(const int* in, int* out) {
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int sum = in[threadIdx.x];
  const unsigned mask = 0xffu << (threadIdx.x & 24);
  sum += __shfl_sync(mask, sum, tile.meta_group_rank() == 0 ? 8 : tile.meta_group_rank() * 8);  // expect: warp-mask
  out[threadIdx.x] = sum;
}

__global__ void Managed(const int* in, int* out) {
  const unsigned mask = 0xffffu << (threadIdx.x & 16);
  int sum = in[threadIdx.x];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(mask, sum, step);  // expect: warp-mask
  if (threadIdx.x % 16 == 0) out[threadIdx.x / 16] = sum;
}

__device__ int total;
__global__ void Variable(const int* in) {
  int sum = in[threadIdx.x];
  if (threadIdx.x < 16) sum += __shfl_xor_sync(0x0000ffffu, sum, 16);  // expect: warp-mask
  if (threadIdx.x == 0) total = sum;
}

int main() {
  int *in, *out, *shared, host[32];
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemset(in, 0, sizeof host);
  long long sum = 0;
  for (auto kernel : {Halves, LowerHalf, ByNumber, Down, Tile}) {
    cudaMemset(out, 0, sizeof host);
    kernel<<<1, 32>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int value : host) sum += value;
  }
  cudaMallocManaged(&shared, 2 * sizeof(int));
  Managed<<<1, 32>>>(in, shared);
  cudaDeviceSynchronize();
  std::printf("%lld\n", sum + shared[0] + shared[1]);
  cudaFree(shared);
  Variable<<<1, 32>>>(in);
  cudaMemcpyFromSymbol(host, total, sizeof total);
  std::printf("%d\n", host[0]);
  cudaFree(in);
  cudaFree(out);
}
