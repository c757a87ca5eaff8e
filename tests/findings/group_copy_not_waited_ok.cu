// Asynchronous copies of C++ as they are written: of groups and of tiles of them, by a pipeline of a thread, by a pipeline
// in shared memory whose threads all take part or have roles, and by barriers of two stages.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>

#include <cstdio>

namespace cg = cooperative_groups;
constexpr int kTile = 64, kStages = 2;
using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void Groups(const float* in, float* out, int tiles) {
  __shared__ float stage[kStages][kTile];
  const cg::thread_block block = cg::this_thread_block();
  float sum = 0;
  cg::memcpy_async(block, stage[0], in, sizeof stage[0]);
  for (int i = 0; i < tiles; ++i) {
    if (i + 1 < tiles) {
      cg::memcpy_async(block, stage[(i + 1) % kStages], in + (i + 1) * kTile, sizeof stage[0]);
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }
    sum += stage[i % kStages][kTile - 1 - threadIdx.x];
    block.sync();
  }
  out[threadIdx.x] = sum;
}

__global__ void Tiles(const float* in, float* out) {
  __shared__ float room[kTile];
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  float* mine = room + tile.meta_group_rank() * 16;
  for (int round = 0; round < 2; ++round) {
    cg::memcpy_async(tile, mine, in + tile.meta_group_rank() * 16, 16 * sizeof(float));
    cg::wait(tile);
    out[threadIdx.x] = mine[15 - tile.thread_rank()];
    tile.sync();
  }
}

__global__ void ThreadPipeline(const float* in, float* out, int tiles) {
  __shared__ float stage[3][kTile];
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  float sum = 0;
  for (int i = 0, next = 0; i < tiles; ++i) {
    for (; next < tiles && next < i + 3; ++next) {
      pipe.producer_acquire();
      cuda::memcpy_async(&stage[next % 3][threadIdx.x], &in[next * kTile + threadIdx.x], sizeof(float), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    __syncthreads();
    sum += stage[i % 3][kTile - 1 - threadIdx.x];
    __syncthreads();
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

__global__ void BlockPipeline(const float* in, float* out, int tiles) {
  __shared__ float stage[kStages][kTile];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  const cg::thread_block block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  float sum = 0;
  for (int i = 0, next = 0; i < tiles; ++i) {
    for (; next < tiles && next < i + kStages; ++next) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, stage[next % kStages], in + next * kTile, sizeof stage[0], pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += stage[i % kStages][kTile - 1 - threadIdx.x];
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

// The first warp fetches, the second one computes.
__global__ void Roles(const float* in, float* out, int tiles) {
  __shared__ float stage[kStages][32];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  const cg::thread_block block = cg::this_thread_block();
  const bool fetches = threadIdx.x < 32;
  auto pipe = cuda::make_pipeline(block, &state,
                                  fetches ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  if (fetches) {
    for (int i = 0; i < tiles; ++i) {
      pipe.producer_acquire();
      cuda::memcpy_async(&stage[i % kStages][threadIdx.x], &in[i * 32 + threadIdx.x], sizeof(float), pipe);
      pipe.producer_commit();
    }
    return;
  }
  float sum = 0;
  for (int i = 0; i < tiles; ++i) {
    pipe.consumer_wait();
    sum += stage[i % kStages][63 - threadIdx.x];
    pipe.consumer_release();
  }
  out[threadIdx.x - 32] = sum;
}

__global__ void Barriers(const float* in, float* out, int tiles) {
  __shared__ float stage[kStages][kTile];
  __shared__ BlockBarrier bar[kStages];
  const cg::thread_block block = cg::this_thread_block();
  if (threadIdx.x < kStages) init(&bar[threadIdx.x], kTile);
  block.sync();
  float sum = 0;
  cuda::memcpy_async(block, stage[0], in, sizeof stage[0], bar[0]);
  for (int i = 0; i < tiles; ++i) {
    if (i + 1 < tiles)
      cuda::memcpy_async(block, stage[(i + 1) % kStages], in + (i + 1) * kTile, sizeof stage[0], bar[(i + 1) % kStages]);
    bar[i % kStages].arrive_and_wait();
    sum += stage[i % kStages][kTile - 1 - threadIdx.x];
    block.sync();
  }
  out[threadIdx.x] = sum;
}

// One thread waits, and the block meets after that.
__global__ void OneWaits(const float* in, float* out) {
  __shared__ float tile[kTile];
  __shared__ BlockBarrier bar;
  if (threadIdx.x == 0) init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::memcpy_async(tile, in, cuda::aligned_size_t<16>(sizeof tile), bar);
    bar.arrive_and_wait();
  }
  __syncthreads();
  out[threadIdx.x] = tile[kTile - 1 - threadIdx.x];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 8 * kTile * sizeof *in);
  cudaMalloc(&out, kTile * sizeof *out);
  cudaMemset(in, 0, 8 * kTile * sizeof *in);
  Groups<<<1, kTile>>>(in, out, 5);
  Tiles<<<1, kTile>>>(in, out);
  ThreadPipeline<<<1, kTile>>>(in, out, 7);
  BlockPipeline<<<1, kTile>>>(in, out, 7);
  Roles<<<1, kTile>>>(in, out, 7);
  Barriers<<<1, kTile>>>(in, out, 7);
  OneWaits<<<1, kTile>>>(in, out);
  std::printf("%d\n", cudaDeviceSynchronize());
  cudaFree(in);
  cudaFree(out);
}
