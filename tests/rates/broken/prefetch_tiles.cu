#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/pipeline>
#include <vector>

// Streams tiles through shared memory, two stages deep.
template <int T>
__global__ void tileSums(const int* in, int* sums, int tiles) {
  __shared__ int stage[2][T];
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  const int t = threadIdx.x;
  pipe.producer_acquire();
  cuda::memcpy_async(&stage[0][t], &in[t], sizeof(int), pipe);
  pipe.producer_commit();
  int mine = 0;
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles) {
      pipe.producer_acquire();
      cuda::memcpy_async(&stage[(k + 1) % 2][t], &in[(k + 1) * T + t], sizeof(int), pipe);  // defect: race-shared
      pipe.producer_commit();
      cuda::pipeline_consumer_wait_prior<1>(pipe);
    } else {
      cuda::pipeline_consumer_wait_prior<0>(pipe);
    }
    mine += stage[k % 2][t] - stage[k % 2][(t + 1) % T] / 2;  // defect: race-shared|uninitialized-shared
    pipe.consumer_release();
    __syncthreads();
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
