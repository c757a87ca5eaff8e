// An asynchronous copy of a group into shared memory, waited for.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void twice(const int* in, int* out) {
  __shared__ int tile[128];
  auto block = cg::this_thread_block();
  for (int half = 0; half < 2; ++half) {
    cg::memcpy_async(block, tile, in + (blockIdx.x * 2 + half) * 128, sizeof tile);
    cg::wait(block);
    out[(blockIdx.x * 2 + half) * 128 + threadIdx.x] = 2 * tile[127 - threadIdx.x];
    block.sync();
  }
}
int main() {
  int *in, *out;
  cudaMalloc(&in, 512 * sizeof(int));
  cudaMalloc(&out, 512 * sizeof(int));
  cudaMemset(in, 0, 512 * sizeof(int));
  twice<<<2, 128>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
