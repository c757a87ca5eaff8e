// cuda::device: copies whose bytes a barrier waits for, an arrival that is assigned later, and copies in bulk.
// nvcc flags: -arch=sm_90
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

namespace bulk = cuda::device::experimental;

__global__ void Increment(int* data) {
  __shared__ alignas(16) int tile[256];
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    bulk::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  Barrier::arrival_token token;
  if (threadIdx.x == 0) {
    bulk::cp_async_bulk_global_to_shared(tile, data, sizeof tile, barrier);
    token = cuda::device::barrier_arrive_tx(barrier, 1, sizeof tile);
  } else {
    token = barrier.arrive();
  }
  barrier.wait(cuda::std::move(token));
  tile[threadIdx.x] += 1;
  tile[threadIdx.x + 128] += 2;
  bulk::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    bulk::cp_async_bulk_shared_to_global(data, tile, sizeof tile);
    bulk::cp_async_bulk_commit_group();
    bulk::cp_async_bulk_wait_group_read<0>();
  }
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
  Increment<<<1, 128>>>(in + 256);
  if (cudaDeviceSynchronize() != cudaSuccess) return puts("Increment"), 1;
  for (int i = 0; i < kRounds * 256; ++i) wrong += in[i] != i * i + (i / 128 == 2) + 2 * (i / 128 == 3);
  cudaFree(in);
  cudaFree(out);
  puts(wrong ? "wrong" : "ok");
  return wrong != 0;
}
