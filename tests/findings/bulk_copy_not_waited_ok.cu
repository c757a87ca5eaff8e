// Bulk copies as they are written: all threads wait for the barrier object, or one does and the block meets after that;
// stages that are filled again once all have read them; and tiles that are sent while the next one is computed.
#include <cuda/barrier>

#include <cstdio>
#include <utility>

constexpr int kTile = 64;
using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

__device__ unsigned SharedAddress(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}
__device__ void Fetch(float* to, const float* from, BlockBarrier& bar) {
  cuda::device::memcpy_async_tx(to, from, cuda::aligned_size_t<16>(kTile * sizeof(float)), bar);
  cuda::device::barrier_expect_tx(bar, kTile * sizeof(float));
}

__global__ void AllWait(const float* in, float* out, int tiles) {
  __shared__ alignas(16) float stage[2][kTile];
  __shared__ BlockBarrier bar[2];
  if (threadIdx.x < 2) init(&bar[threadIdx.x], kTile);
  __syncthreads();
  if (threadIdx.x == 0) Fetch(stage[0], in, bar[0]);
  float sum = 0;
  for (int i = 0; i < tiles; ++i) {
    if (threadIdx.x == 0 && i + 1 < tiles) Fetch(stage[(i + 1) % 2], in + (i + 1) * kTile, bar[(i + 1) % 2]);
    bar[i % 2].arrive_and_wait();
    sum += stage[i % 2][kTile - 1 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void OneWaits(const float* in, float* out) {
  __shared__ alignas(16) float tile[kTile];
  __shared__ BlockBarrier bar;
  if (threadIdx.x == 0) {
    init(&bar, 1);
    cuda::device::memcpy_async_tx(tile, in, cuda::aligned_size_t<16>(sizeof tile), bar);
    bar.wait(cuda::device::barrier_arrive_tx(bar, 1, sizeof tile));
  }
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

// The second warp fetches, the first one computes; parities, as in kernels with roles.
__global__ void Roles(const float* in, float* out, int tiles) {
  __shared__ alignas(16) float stage[2][kTile];
  __shared__ BlockBarrier full[2], free[2];
  if (threadIdx.x < 2) {
    init(&full[threadIdx.x], 1);
    init(&free[threadIdx.x], 32);
  }
  __syncthreads();
  if (threadIdx.x >= 32) {
    if (threadIdx.x == 32)
      for (int i = 0; i < tiles; ++i) {
        if (i >= 2) free[i % 2].wait_parity((i / 2 - 1) % 2);
        Fetch(stage[i % 2], in + i * kTile, full[i % 2]);
        (void)full[i % 2].arrive();
      }
    return;
  }
  float sum = 0;
  for (int i = 0; i < tiles; ++i) {
    full[i % 2].wait_parity(i / 2 % 2);
    sum += stage[i % 2][threadIdx.x] + stage[i % 2][63 - threadIdx.x];
    (void)free[i % 2].arrive();
  }
  out[threadIdx.x] = sum;
}

__global__ void Send(float* out, int tiles) {
  __shared__ alignas(16) float stage[2][kTile];
  for (int i = 0; i < tiles; ++i) {
    if (threadIdx.x == 0) asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
    __syncthreads();
    stage[i % 2][threadIdx.x] = i;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0)
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;\n\tcp.async.bulk.commit_group;" ::"l"(
                       out + i * kTile),
                   "r"(SharedAddress(stage[i % 2]))
                   : "memory");
  }
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    out[0] += out[1];
  }
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 8 * kTile * sizeof *in);
  cudaMalloc(&out, 8 * kTile * sizeof *out);
  cudaMemset(in, 0, 8 * kTile * sizeof *in);
  AllWait<<<1, kTile>>>(in, out, 7);
  OneWaits<<<1, kTile>>>(in, out);
  Roles<<<1, kTile>>>(in, out, 7);
  Send<<<1, kTile>>>(out, 6);
  std::printf("%d\n", cudaDeviceSynchronize());
  cudaFree(in);
  cudaFree(out);
}
