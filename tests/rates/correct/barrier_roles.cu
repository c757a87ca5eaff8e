#include <cstdio>
#include <cuda/barrier>
#include <utility>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

// Warp 0 produces chunk after chunk, warps 1 and 2 consume; two buffers, each with a full and an empty barrier.
__global__ void produceConsume(const int* in, int* out, int chunks) {
  __shared__ int buffer[2][32];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier full[2], empty[2];
  if (threadIdx.x < 2) {
    init(&full[threadIdx.x], blockDim.x);
    init(&empty[threadIdx.x], blockDim.x);
  }
  __syncthreads();
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 0) {
    for (int c = 0; c < chunks; ++c) {
      empty[c % 2].arrive_and_wait();
      buffer[c % 2][lane] = in[c * 32 + lane];
      (void)full[c % 2].arrive();
    }
  } else {
    (void)empty[0].arrive();
    (void)empty[1].arrive();
    int sum = 0;
    for (int c = 0; c < chunks; ++c) {
      full[c % 2].arrive_and_wait();
      sum += buffer[c % 2][warp == 1 ? lane : 31 - lane];
      (void)empty[c % 2].arrive();
    }
    out[threadIdx.x - 32] = sum;
  }
}

int main() {
  const int chunks = 6;
  int h[32 * chunks], r[64], *in, *out;
  for (int i = 0; i < 32 * chunks; ++i) h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  produceConsume<<<1, 96>>>(in, out, chunks);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d %d\n", r[0], r[63]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
