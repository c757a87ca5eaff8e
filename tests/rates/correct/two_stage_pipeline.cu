#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/pipeline>
#include <vector>
namespace cg = cooperative_groups;

// The block copies tiles together; a pipeline of block scope orders all threads, so neighbours may be read.
template <int T>
__global__ void tileSums(const int* in, int* sums, int tiles) {
  __shared__ int stage[2][T];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const int t = threadIdx.x;
  for (int k = 0; k < 2 && k < tiles; ++k) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, stage[k], in + k * T, sizeof(int) * T, pipe);
    pipe.producer_commit();
  }
  int mine = 0;
  for (int k = 0; k < tiles; ++k) {
    pipe.consumer_wait();
    mine += stage[k % 2][t] * 3 - stage[k % 2][(t + 1) % T];
    pipe.consumer_release();
    if (k + 2 < tiles) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, stage[k % 2], in + (k + 2) * T, sizeof(int) * T, pipe);
      pipe.producer_commit();
    }
  }
  sums[t] = mine;
}

int main() {
  constexpr int T = 64, tiles = 5;
  std::vector<int> h(T * tiles), s(T);
  for (int i = 0; i < T * tiles; ++i) h[i] = i % 11;
  int *in, *out;
  cudaMalloc(&in, h.size() * sizeof(int));
  cudaMalloc(&out, T * sizeof(int));
  cudaMemcpy(in, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
  tileSums<T><<<1, T>>>(in, out, tiles);
  cudaMemcpy(s.data(), out, T * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d\n", s[0], s[T - 1]);
  cudaFree(in);
  cudaFree(out);
}
