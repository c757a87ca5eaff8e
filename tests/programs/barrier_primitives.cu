// Barriers in shared memory by their C functions, and asynchronous copies by theirs.

#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline_primitives.h>

#include <cstdio>

constexpr int kThreads = 96, kRounds = 5;

// In each iteration, every thread reads what its neighbour wrote in the previous one.
__global__ void rotate(const int* in, int* out) {
  __shared__ __mbarrier_t barrier;
  __shared__ int values[2][kThreads];
  if (threadIdx.x == 0) __mbarrier_init(&barrier, kThreads);
  __syncthreads();
  __pipeline_memcpy_async(&values[0][threadIdx.x], &in[threadIdx.x], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  for (int round = 0; round < kRounds; ++round) {
    const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
    if (__mbarrier_token_pending_count(token) > kThreads) out[0] = -1;
    if (round % 2)
      while (!__mbarrier_test_wait(&barrier, token)) {}
    else
      while (!__mbarrier_try_wait_parity(&barrier, round & 1, 1000)) {}
    values[(round + 1) % 2][threadIdx.x] = values[round % 2][(threadIdx.x + 1) % kThreads];
  }
  // One of two warps drops out; the other still synchronises.
  if (threadIdx.x < 32) {
    __mbarrier_arrive_and_drop(&barrier);
  } else {
    const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
    while (!__mbarrier_test_wait(&barrier, token)) {}
  }
  __syncthreads();
  if (threadIdx.x == 0) __mbarrier_inval(&barrier);
  out[threadIdx.x] = values[kRounds % 2][threadIdx.x];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, kThreads * sizeof(int));
  cudaMallocManaged(&out, kThreads * sizeof(int));
  for (int i = 0; i < kThreads; ++i) in[i] = i * i;
  rotate<<<1, kThreads>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  for (int i = 0; i < kThreads; ++i) {
    const int from = (i + kRounds) % kThreads;
    if (out[i] != from * from) return printf("%d: %d\n", i, out[i]), 1;
  }
  if (__mbarrier_maximum_count() != (1u << 20) - 1) return 1;
  cudaFree(in), cudaFree(out);
  printf("ok\n");
}
