// Asynchronous copies whose thread does not wait for them, or for too few of them, before the block reads.
#include <cuda_pipeline.h>

#include <cstdio>

constexpr int kTile = 64;

__global__ void once(const float* in, float* out) {
  __shared__ float tile[kTile];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(float));
  __pipeline_commit();
  __syncthreads();
  out[threadIdx.x] = tile[kTile - 1 - threadIdx.x];  // expect: race-shared
}

__global__ void stages(const float* in, float* out, int tiles) {
  __shared__ float stage[2][kTile];
  float sum = 0;
  __pipeline_memcpy_async(&stage[0][threadIdx.x], &in[threadIdx.x], sizeof(float));
  __pipeline_commit();
  for (int i = 0; i < tiles; ++i) {
    if (i + 1 < tiles)
      __pipeline_memcpy_async(&stage[(i + 1) & 1][threadIdx.x], &in[(i + 1) * kTile + threadIdx.x], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(2);  // one more than may be open
    __syncthreads();
    sum += stage[i & 1][kTile - 1 - threadIdx.x];  // expect: race-shared
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void own(const float* in, float* out) {
  __shared__ float tile[kTile];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(float));
  __pipeline_wait_prior(0);              // waits for nothing: the copy is in no group
  out[threadIdx.x] = tile[threadIdx.x];  // expect: race-shared
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4 * kTile * sizeof *in);
  cudaMalloc(&out, kTile * sizeof *out);
  cudaMemset(in, 0, 4 * kTile * sizeof *in);
  once<<<1, kTile>>>(in, out);
  stages<<<1, kTile>>>(in, out, 4);
  own<<<1, kTile>>>(in, out);
  std::printf("%d\n", cudaDeviceSynchronize());
  cudaFree(in);
  cudaFree(out);
}
