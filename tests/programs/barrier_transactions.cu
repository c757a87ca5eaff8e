// cuda::device: copies whose bytes a barrier waits for, and an arrival that is assigned later.
#include <cuda/barrier>
#include <cuda/std/utility>

#include <cstdio>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void Reverse(int* out, const int* in, int rounds) {
  __shared__ alignas(16) int tile[256];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  int sum = 0;
  for (int round = 0; round < rounds; ++round, in += 256) {
    Barrier::arrival_token token;
    if (threadIdx.x == 0) {
      cuda::device::memcpy_async_tx(tile, in, cuda::aligned_size_t<16>(512), barrier);
      cuda::device::barrier_expect_tx(barrier, 512);
      cuda::device::memcpy_async_tx(tile + 128, in + 128, cuda::aligned_size_t<16>(512), barrier);
      token = cuda::device::barrier_arrive_tx(barrier, 1, 512);
    } else {
      token = barrier.arrive();
    }
    barrier.wait(cuda::std::move(token));
    sum += tile[255 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

int main() {
  constexpr int kRounds = 3;
  int *in, *out;
  cudaMallocManaged(&in, kRounds * 256 * sizeof(int));
  cudaMallocManaged(&out, 256 * sizeof(int));
  for (int i = 0; i < kRounds * 256; ++i) in[i] = i * i;
  Reverse<<<1, 256>>>(out, in, kRounds);
  if (cudaDeviceSynchronize() != cudaSuccess) return puts("Reverse"), 1;
  int wrong = 0;
  for (int i = 0; i < 256; ++i) wrong += out[i] != in[255 - i] + in[511 - i] + in[767 - i];
  cudaFree(in);
  cudaFree(out);
  puts(wrong ? "wrong" : "ok");
  return wrong != 0;
}
