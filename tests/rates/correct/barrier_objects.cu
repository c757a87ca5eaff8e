// cuda::barrier with arrive and wait, and asynchronous copies into shared memory with a cooperative group.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cstdio>
#include <vector>
namespace cg = cooperative_groups;
__global__ void rotate(const int *in, int *out) {
  __shared__ int s[128];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&bar, block.size());
  block.sync();
  cg::memcpy_async(block, s, in + blockIdx.x * 128, sizeof(int) * 128);
  cg::wait(block);
  int v = s[(threadIdx.x + 1) % 128];
  bar.arrive_and_wait();
  s[threadIdx.x] = v;
  auto token = bar.arrive();
  bar.wait(std::move(token));
  out[blockIdx.x * 128 + threadIdx.x] = s[(threadIdx.x + 1) % 128];
}
int main() {
  std::vector<int> h(256), r(256);
  for (int i = 0; i < 256; ++i) h[i] = i;
  int *a, *b;
  cudaMalloc(&a, 1024); cudaMalloc(&b, 1024);
  cudaMemcpy(a, h.data(), 1024, cudaMemcpyHostToDevice);
  rotate<<<2, 128>>>(a, b);
  cudaMemcpy(r.data(), b, 1024, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b);
  return r[5] != 7 || r[127] != 1;
}
