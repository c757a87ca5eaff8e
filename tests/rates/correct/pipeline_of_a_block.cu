// A cuda::pipeline of 128 threads: every commit, wait and release is one of each thread, and what a thread knows it knows through others.
#include <cooperative_groups.h>
#include <cuda/pipeline>

#include <cstdio>
#include <vector>

constexpr int kThreads = 128, kTiles = 24, kStages = 2;

__global__ void sum_tiles(const float* in, float* out) {
  __shared__ float tiles[kStages][kThreads];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  float sum = 0;
  for (int ahead = 0, tile = 0; tile < kTiles; ++tile) {
    for (; ahead < kTiles && ahead < tile + kStages; ++ahead) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, tiles[ahead % kStages], in + ahead * kThreads, sizeof(float) * kThreads, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += tiles[tile % kStages][(t + tile) % kThreads];
    pipe.consumer_release();
  }
  out[t] = sum;
}

int main() {
  std::vector<float> values(kThreads * kTiles), got(kThreads);
  for (size_t i = 0; i < values.size(); ++i) values[i] = float(i % 7);
  float *in, *out;
  cudaMalloc(&in, values.size() * sizeof(float));
  cudaMalloc(&out, kThreads * sizeof(float));
  cudaMemcpy(in, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice);
  sum_tiles<<<1, kThreads>>>(in, out);
  cudaMemcpy(got.data(), out, kThreads * sizeof(float), cudaMemcpyDeviceToHost);
  bool ok = true;
  for (int t = 0; t < kThreads; ++t) {
    float want = 0;
    for (int tile = 0; tile < kTiles; ++tile) want += values[tile * kThreads + (t + tile) % kThreads];
    ok &= want == got[t];
  }
  std::puts(ok ? "ok" : "wrong");
  cudaFree(in);
  cudaFree(out);
  return !ok;
}
