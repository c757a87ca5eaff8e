// Each thread waits for its copies, and the block meets before it reads: in two stages, by a barrier in shared memory,
// and with a last group that nobody reads.
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

#include <cstdio>

constexpr int kTile = 64;

__global__ void stages(const float* in, float* out, int tiles) {
  __shared__ float stage[2][kTile];
  float sum = 0;
  __pipeline_memcpy_async(&stage[0][threadIdx.x], &in[threadIdx.x], sizeof(float));
  __pipeline_commit();
  for (int i = 0; i < tiles; ++i) {
    __pipeline_memcpy_async(&stage[(i + 1) & 1][threadIdx.x], &in[(i + 1) % tiles * kTile + threadIdx.x],
                            sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += stage[i & 1][kTile - 1 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void arrives(const float* in, float* out) {
  __shared__ float tile[kTile];
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0) __mbarrier_init(&barrier, kTile);
  __syncthreads();
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(float));
  __pipeline_arrive_on(&barrier);
  const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_test_wait(&barrier, token)) {
  }
  out[threadIdx.x] = tile[kTile - 1 - threadIdx.x];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4 * kTile * sizeof *in);
  cudaMalloc(&out, kTile * sizeof *out);
  cudaMemset(in, 0, 4 * kTile * sizeof *in);
  stages<<<1, kTile>>>(in, out, 4);
  arrives<<<1, kTile>>>(in, out);
  std::printf("%d\n", cudaDeviceSynchronize());
  cudaFree(in);
  cudaFree(out);
}
