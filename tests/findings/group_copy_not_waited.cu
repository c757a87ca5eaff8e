// Asynchronous copies of C++: of cooperative groups, by pipelines of a thread and of a block, and by barriers. Each is
// used without its wait, after a wait for an earlier one only, or by threads that do not know of the wait.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>

#include <cstdio>

namespace cg = cooperative_groups;
constexpr int kTile = 64;
using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void GroupWithoutWait(const float* in, float* out) {
  __shared__ float tile[kTile];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, sizeof tile);
  block.sync();
  out[threadIdx.x] = tile[kTile - 1 - threadIdx.x];  // expect: race-shared
}

__global__ void GroupWaitsForTheFirst(const float* in, float* out) {
  __shared__ float first[kTile], second[kTile];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, first, in, sizeof first);
  cg::memcpy_async(block, second, in + kTile, sizeof second);
  cg::wait_prior<1>(block);
  out[threadIdx.x] = first[kTile - 1 - threadIdx.x];
  out[threadIdx.x] += second[kTile - 1 - threadIdx.x];  // expect: race-shared
}

__global__ void ThreadPipeline(const float* in, float* out) {
  __shared__ float stage[2][kTile];
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  for (int i = 0; i < 2; ++i) {
    pipe.producer_acquire();
    cuda::memcpy_async(&stage[i][threadIdx.x], &in[i * kTile + threadIdx.x], sizeof(float), pipe);
    pipe.producer_commit();
  }
  cuda::pipeline_consumer_wait_prior<1>(pipe);
  __syncthreads();
  out[threadIdx.x] = stage[0][kTile - 1 - threadIdx.x];
  out[threadIdx.x] += stage[1][kTile - 1 - threadIdx.x];  // expect: race-shared
  pipe.consumer_release();
}

__global__ void BlockPipeline(const float* in, float* out) {
  __shared__ float stage[2][kTile];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  const cg::thread_block block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  for (int i = 0; i < 2; ++i) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, stage[i], in + i * kTile, sizeof stage[i], pipe);
    pipe.producer_commit();
  }
  pipe.consumer_wait();
  out[threadIdx.x] = stage[0][kTile - 1 - threadIdx.x];
  block.sync();
  out[threadIdx.x] += stage[1][kTile - 1 - threadIdx.x];  // expect: race-shared
  pipe.consumer_release();
}

__global__ void Barrier(const float* in, float* out) {
  __shared__ float tile[kTile];
  __shared__ BlockBarrier bar;
  const cg::thread_block block = cg::this_thread_block();
  if (threadIdx.x == 0) init(&bar, kTile);
  block.sync();
  cuda::memcpy_async(block, tile, in, sizeof tile, bar);
  BlockBarrier::arrival_token token = bar.arrive();
  block.sync();
  out[threadIdx.x] = tile[kTile - 1 - threadIdx.x];  // expect: race-shared
  bar.wait(std::move(token));
}

__global__ void SourceChanges(float* in, float* out) {
  __shared__ float tile[kTile];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, sizeof tile);
  block.sync();
  in[threadIdx.x] = 0;  // expect: race-global
  cg::wait(block);
  out[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 2 * kTile * sizeof *in);
  cudaMalloc(&out, kTile * sizeof *out);
  cudaMemset(in, 0, 2 * kTile * sizeof *in);
  GroupWithoutWait<<<1, kTile>>>(in, out);
  GroupWaitsForTheFirst<<<1, kTile>>>(in, out);
  ThreadPipeline<<<1, kTile>>>(in, out);
  BlockPipeline<<<1, kTile>>>(in, out);
  Barrier<<<1, kTile>>>(in, out);
  SourceChanges<<<1, kTile>>>(in, out);
  std::printf("%d\n", cudaDeviceSynchronize());
  cudaFree(in);
  cudaFree(out);
}
