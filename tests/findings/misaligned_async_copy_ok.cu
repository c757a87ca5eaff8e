// Asynchronous copies whose addresses are multiples of their size and of what the program promises, and copies without a
// promise, which may be anywhere.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

#include <utility>

namespace cg = cooperative_groups;

__device__ unsigned SharedAddress(const void* pointer) { return static_cast<unsigned>(__cvta_generic_to_shared(pointer)); }

__global__ void Primitives(const float* in, float* out) {
  __shared__ alignas(16) float tile[128], pairs[128], odd[128];
  __pipeline_memcpy_async(&tile[4 * threadIdx.x], &in[4 * threadIdx.x], 16);
  __pipeline_memcpy_async(&pairs[2 * threadIdx.x], &in[2 * threadIdx.x + 2], 8);
  __pipeline_memcpy_async(&odd[threadIdx.x + 1], &in[threadIdx.x + 1], 4, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = tile[4 * threadIdx.x] + pairs[2 * threadIdx.x] + odd[threadIdx.x + 1];
}

// A copy of no bytes reads nothing, wherever its source is.
__global__ void Ptx(const float* in, float* out, int bytes) {
  __shared__ alignas(16) float tile[128], edge[128];
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(SharedAddress(&tile[4 * threadIdx.x])),
               "l"(in + 4 * threadIdx.x) : "memory");
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(SharedAddress(&edge[2 * threadIdx.x])),
               "l"(in + 2 * threadIdx.x + 1), "r"(bytes) : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  out[threadIdx.x] = tile[4 * threadIdx.x] + edge[2 * threadIdx.x];
}

__global__ void Unpromised(const float* in, float* out) {
  __shared__ alignas(16) float tile[132];
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&tile[3 * threadIdx.x + 1], &in[3 * threadIdx.x], 12, pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  out[threadIdx.x] = tile[3 * threadIdx.x + 1];
  pipe.consumer_release();
  __syncthreads();
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in + 16, cuda::aligned_size_t<64>(512));
  cg::wait(block);
  out[threadIdx.x] += tile[127 - threadIdx.x];
  block.sync();
  cg::memcpy_async(block, reinterpret_cast<char*>(tile) + 1, reinterpret_cast<const char*>(in) + 2, 77);
  cg::wait(block);
  out[threadIdx.x] += reinterpret_cast<char*>(tile)[threadIdx.x + 1];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 1024);
  cudaMalloc(&out, 128);
  cudaMemset(in, 0, 1024);
  Primitives<<<1, 32>>>(in, out);
  Ptx<<<1, 32>>>(in, out, 0);
  Unpromised<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
