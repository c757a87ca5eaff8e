// `cp.async` of inline PTX as it is written: four stages whose tail commits empty groups, a tile whose edge is filled by
// the size of the source or by plain stores, groups that only some threads commit, a wait in a function, a warp by
// itself, and a barrier object that the copies arrive at.
#include <cstdio>

constexpr int kTile = 64, kStages = 4;

__device__ unsigned SharedAddress(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}
__device__ void Copy4(float* to, const float* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(SharedAddress(to)), "l"(from) : "memory");
}
__device__ void Copy16(float* to, const float* from, int bytes) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(SharedAddress(to)), "l"(from), "r"(bytes)
               : "memory");
}
__device__ void Commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N>
__device__ void WaitFor() {
  asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
}
template <int N>
__device__ void WaitTogether() {
  WaitFor<N>();
  __syncthreads();
}

__global__ void Stages(const float* in, float* out, int tiles) {
  extern __shared__ float4 room[];
  float* stage = reinterpret_cast<float*>(room);
  for (int i = 0; i < kStages - 1; ++i) {
    if (i < tiles) Copy16(&stage[(i * kTile + threadIdx.x) * 4], &in[(i * kTile + threadIdx.x) * 4], 16);
    Commit();
  }
  float sum = 0;
  for (int i = 0; i < tiles; ++i) {
    WaitTogether<kStages - 2>();
    const int next = i + kStages - 1;
    if (next < tiles)
      Copy16(&stage[(next % kStages * kTile + threadIdx.x) * 4], &in[(next * kTile + threadIdx.x) * 4], 16);
    Commit();
    sum += stage[(i % kStages * kTile + kTile - 1 - threadIdx.x) * 4];
  }
  WaitTogether<0>();
  stage[threadIdx.x] = sum;
  __syncthreads();
  out[threadIdx.x] = stage[kTile - 1 - threadIdx.x];
}

__global__ void Edge(const float* in, float* out, int count) {
  __shared__ alignas(16) float tile[kTile * 4];
  __shared__ float halo[kTile];
  const int first = threadIdx.x * 4, left = min(max(count - first, 0), 4);
  Copy16(&tile[first], in + (left ? first : 0), left * 4);
  if (first < count)
    Copy4(&halo[threadIdx.x], &in[first]);
  else
    halo[threadIdx.x] = 0;
  Commit();
  WaitTogether<0>();
  out[threadIdx.x] = tile[kTile * 4 - 1 - first] + halo[kTile - 1 - threadIdx.x];
}

// The first warp fetches; the others have no group to wait for.
__global__ void OneWarp(const float* in, float* out) {
  __shared__ float tile[kTile];
  if (threadIdx.x < 32) {
    Copy4(&tile[threadIdx.x], &in[threadIdx.x]);
    Copy4(&tile[threadIdx.x + 32], &in[threadIdx.x + 32]);
    Commit();
    WaitFor<0>();
  }
  __syncthreads();
  out[threadIdx.x] = tile[kTile - 1 - threadIdx.x];
}

__global__ void Warps(const float* in, float* out, int rounds) {
  __shared__ float tile[kTile];
  float sum = 0;
  for (int i = 0; i < rounds; ++i) {
    Copy4(&tile[threadIdx.x], &in[i * kTile + threadIdx.x]);
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    sum += tile[threadIdx.x ^ 1];
    __syncwarp();
  }
  out[threadIdx.x] = sum;
}

// The second half of the block hears of the copies by the barrier object.
__global__ void Barrier(float* in, float* out) {
  __shared__ float tile[32];
  __shared__ unsigned long long barrier;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"(SharedAddress(&barrier)) : "memory");
  __syncthreads();
  if (threadIdx.x < 32) {
    Copy4(&tile[threadIdx.x], &in[threadIdx.x]);
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(SharedAddress(&barrier)) : "memory");
    return;
  }
  int done = 0;
  while (!done)
    asm volatile(
        "{ .reg .pred p;\n\t"
        "mbarrier.try_wait.parity.shared.b64 p, [%1], 0;\n\t"
        "selp.b32 %0, 1, 0, p; }"
        : "=r"(done)
        : "r"(SharedAddress(&barrier))
        : "memory");
  out[threadIdx.x - 32] = tile[63 - threadIdx.x];
  in[63 - threadIdx.x] = 0;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 64 * kTile * sizeof *in);
  cudaMalloc(&out, kTile * sizeof *out);
  cudaMemset(in, 0, 64 * kTile * sizeof *in);
  Stages<<<1, kTile, kStages * kTile * 16>>>(in, out, 9);
  Stages<<<1, kTile, kStages * kTile * 16>>>(in, out, 2);
  Edge<<<1, kTile>>>(in, out, 150);
  OneWarp<<<1, kTile>>>(in, out);
  Warps<<<1, kTile>>>(in, out, 5);
  Barrier<<<1, kTile>>>(in, out);
  std::printf("%d\n", cudaDeviceSynchronize());
  cudaFree(in);
  cudaFree(out);
}
