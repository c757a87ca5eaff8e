// Bulk copies: nobody waits for the barrier object, only threads that do not read wait, the source of a copy to global
// memory changes too early, and its result is read when only the source has been read.
#include <cuda/barrier>

#include <cstdio>
#include <utility>

constexpr int kTile = 64;
using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

__device__ unsigned SharedAddress(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}
__device__ void Send(float* to, const float* from) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;\n\tcp.async.bulk.commit_group;" ::"l"(to),
               "r"(SharedAddress(from))
               : "memory");
}

__global__ void NoWait(const float* in, float* out) {
  __shared__ alignas(16) float tile[kTile];
  __shared__ BlockBarrier bar;
  if (threadIdx.x == 0) {
    init(&bar, 1);
    cuda::device::memcpy_async_tx(tile, in, cuda::aligned_size_t<16>(sizeof tile), bar);
    (void)cuda::device::barrier_arrive_tx(bar, 1, sizeof tile);
  }
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];  // expect: race-shared
}

__global__ void FirstWarpWaits(const float* in, float* out) {
  __shared__ alignas(16) float tile[kTile];
  __shared__ unsigned long long bar;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(SharedAddress(&bar)) : "memory");
    asm volatile(
        "{ .reg .b64 state;\n\t"
        "mbarrier.arrive.expect_tx.shared.b64 state, [%1], 256;\n\t"
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%2], 256, [%1]; }" ::"r"(
            SharedAddress(tile)),
        "r"(SharedAddress(&bar)), "l"(in)
        : "memory");
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    int done = 0;
    while (!done)
      asm volatile(
          "{ .reg .pred p;\n\t"
          "mbarrier.try_wait.parity.shared.b64 p, [%1], 0;\n\t"
          "selp.b32 %0, 1, 0, p; }"
          : "=r"(done)
          : "r"(SharedAddress(&bar))
          : "memory");
  }
  out[threadIdx.x] = tile[threadIdx.x];  // expect: race-shared
}

__global__ void SourceChanges(float* out) {
  __shared__ alignas(16) float tile[kTile];
  tile[threadIdx.x] = 1;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) Send(out, tile);
  __syncthreads();
  tile[threadIdx.x] = 2;  // expect: race-shared
  if (threadIdx.x == 0) asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}

__global__ void ReadBack(float* out) {
  __shared__ alignas(16) float tile[kTile];
  tile[threadIdx.x] = 1;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    Send(out, tile);
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    out[kTile] = out[1];  // expect: race-global
  }
}

int main() {
  float *in, *out;
  cudaMalloc(&in, kTile * sizeof *in);
  cudaMalloc(&out, (kTile + 1) * sizeof *out);
  cudaMemset(in, 0, kTile * sizeof *in);
  NoWait<<<1, kTile>>>(in, out);
  FirstWarpWaits<<<1, kTile>>>(in, out);
  SourceChanges<<<1, kTile>>>(out);
  ReadBack<<<1, kTile>>>(out);
  std::printf("%d\n", cudaDeviceSynchronize());
  cudaFree(in);
  cudaFree(out);
}
