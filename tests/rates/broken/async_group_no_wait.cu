// The asynchronous copy into shared memory is never waited for; only the block's barrier is there.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void twice(const int* in, int* out) {
  __shared__ int tile[128];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in + blockIdx.x * 128, sizeof tile);  // defect: race-shared
  out[blockIdx.x * 128 + threadIdx.x] = 2 * tile[127 - threadIdx.x];  // defect: race-shared|uninitialized-shared
}
int main() {
  int *in, *out;
  cudaMalloc(&in, 512 * sizeof(int));
  cudaMalloc(&out, 512 * sizeof(int));
  cudaMemset(in, 0, 512 * sizeof(int));
  twice<<<4, 128>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
