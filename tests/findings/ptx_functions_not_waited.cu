// Bulk copies by the functions of cuda::ptx whose barrier object, or whose group, nobody waits for.
#include <cuda/ptx>

#include <cstdint>

namespace ptx = cuda::ptx;
constexpr unsigned kBytes = 64 * sizeof(int);

__global__ void reads_early(const int* in, int* out) {
  __shared__ alignas(16) int tile[64];
  __shared__ std::uint64_t full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_proxy_async(ptx::space_shared);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, kBytes, &full);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, kBytes);
  }
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];  // expect: race-shared
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {
  }
}

__global__ void changes_the_source(int* out) {
  __shared__ alignas(16) int tile[64];
  for (int round = 0; round < 2; ++round) {
    tile[threadIdx.x] = round;  // expect: race-shared
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + 64 * round, tile, kBytes);
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>());
    }
    __syncthreads();
  }
}

int main() {
  int *in, *out;
  cudaMalloc(&in, kBytes);
  cudaMalloc(&out, 2 * kBytes);
  cudaMemset(in, 0, kBytes);
  reads_early<<<1, 64>>>(in, out);
  changes_the_source<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
