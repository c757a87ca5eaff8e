// cp.async staging: memcpy_async with a block barrier, pipeline with two stages.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cstdio>
namespace cg = cooperative_groups;
#define T 64
__global__ void viaGroup(const float* in, float* out, int tiles) {
  __shared__ float buf[T];
  auto block = cg::this_thread_block();
  for (int k = 0; k < tiles; ++k) {
    cg::memcpy_async(block, buf, in + k * T, sizeof(float) * T);
#if DEFECT != 1
    cg::wait(block);
#endif
    out[k * T + threadIdx.x] = buf[T - 1 - threadIdx.x];  // defect1: race-shared|uninitialized-shared defect2: race-shared
#if DEFECT != 2
    block.sync();
#endif
  }
}
__global__ void viaBarrier(const float* in, float* out, int tiles) {
  __shared__ float buf[T];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);  // defect3: race-shared|race-atomic|uninitialized-shared
#if DEFECT != 3
  __syncthreads();
#endif
  for (int k = 0; k < tiles; ++k) {
    buf[threadIdx.x] = in[k * T + threadIdx.x];  // defect4: race-shared
    bar.arrive_and_wait();  // defect3: race-shared|uninitialized-shared
    out[k * T + threadIdx.x] = buf[T - 1 - threadIdx.x];  // defect4: race-shared
#if DEFECT != 4
    bar.arrive_and_wait();  // defect3: race-shared|uninitialized-shared
#endif
  }
}
__global__ void viaPipeline(const float* in, float* out, int tiles) {
  __shared__ float buf[2][T];
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&buf[0][threadIdx.x], in + threadIdx.x, sizeof(float), pipe);
  pipe.producer_commit();
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) {
      pipe.producer_acquire();
      cuda::memcpy_async(&buf[(k + 1) & 1][threadIdx.x], in + (k + 1) * T + threadIdx.x, sizeof(float), pipe);
      pipe.producer_commit();
      cuda::pipeline_consumer_wait_prior<1>(pipe);
    } else cuda::pipeline_consumer_wait_prior<0>(pipe);
#if DEFECT != 5
    __syncthreads();
#endif
    out[k * T + threadIdx.x] = buf[k & 1][T - 1 - threadIdx.x];  // defect5: race-shared|uninitialized-shared
    __syncthreads();
    pipe.consumer_release();
  }
}
int main() {
  const int tiles = 5, n = tiles * T; float h[n], *in, *out;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&in, sizeof h); cudaMalloc(&out, sizeof h); cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  viaGroup<<<1, T>>>(in, out, tiles); cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost); printf("%s\n", h[0] == 63 && h[n - 1] == n - T ? "ok" : "FAIL");
  viaBarrier<<<1, T>>>(in, out, tiles); cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost); printf("%s\n", h[0] == 63 && h[n - 1] == n - T ? "ok" : "FAIL");
  viaPipeline<<<1, T>>>(in, out, tiles); cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost); printf("%s\n", h[0] == 63 && h[n - 1] == n - T ? "ok" : "FAIL");
  cudaFree(in); cudaFree(out);
}
