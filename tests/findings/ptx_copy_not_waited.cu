// `cp.async` of inline PTX: no wait, a wait that leaves one group too many open, a wait for nothing, a wait whose result
// the other threads cannot know of, and a source that changes too early.
#include <cstdio>

constexpr int kTile = 64;

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

__global__ void NoWait(const float* in, float* out) {
  __shared__ float tile[kTile];
  Copy4(&tile[threadIdx.x], &in[threadIdx.x]);
  Commit();
  __syncthreads();
  out[threadIdx.x] = tile[kTile - 1 - threadIdx.x];  // expect: race-shared
}

__global__ void TooWeak(const float* in, float* out, int tiles) {
  __shared__ alignas(16) float stage[2][kTile * 4];
  float sum = 0;
  Copy16(&stage[0][threadIdx.x * 4], &in[threadIdx.x * 4], 16);
  Commit();
  for (int i = 0; i < tiles; ++i) {
    if (i + 1 < tiles) {
      Copy16(&stage[(i + 1) & 1][threadIdx.x * 4], &in[((i + 1) * kTile + threadIdx.x) * 4], 16);
      Commit();
    }
    WaitFor<1>();  // in the last round the group that is read is the only one
    __syncthreads();
    sum += stage[i & 1][(kTile - 1 - threadIdx.x) * 4];  // expect: race-shared
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void NoCommit(const float* in, float* out) {
  __shared__ float tile[kTile];
  Copy4(&tile[threadIdx.x], &in[threadIdx.x]);
  WaitFor<0>();
  out[threadIdx.x] = tile[threadIdx.x];  // expect: race-shared
}

__global__ void NoBarrierAfter(const float* in, float* out) {
  __shared__ float tile[kTile];
  Copy4(&tile[threadIdx.x], &in[threadIdx.x]);
  Commit();
  __syncthreads();
  asm volatile("cp.async.wait_all;" ::: "memory");
  out[threadIdx.x] = tile[kTile - 1 - threadIdx.x];  // expect: race-shared
}

__global__ void SourceChanges(float* in, float* out) {
  __shared__ float tile[kTile];
  Copy4(&tile[threadIdx.x], &in[threadIdx.x]);
  Commit();
  in[threadIdx.x] = 0;  // expect: race-global
  WaitFor<0>();
  out[threadIdx.x] = tile[threadIdx.x];
}

__global__ void FilledAgain(const float* in, float* out) {
  __shared__ float tile[kTile];
  Copy4(&tile[threadIdx.x], &in[threadIdx.x]);
  Commit();
  tile[threadIdx.x] = 1;  // expect: race-shared
  WaitFor<0>();
  out[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 16 * kTile * sizeof *in);
  cudaMalloc(&out, kTile * sizeof *out);
  cudaMemset(in, 0, 16 * kTile * sizeof *in);
  NoWait<<<1, kTile>>>(in, out);
  TooWeak<<<1, kTile>>>(in, out, 4);
  NoCommit<<<1, kTile>>>(in, out);
  NoBarrierAfter<<<1, kTile>>>(in, out);
  SourceChanges<<<1, kTile>>>(in, out);
  FilledAgain<<<1, kTile>>>(in, out);
  std::printf("%d\n", cudaDeviceSynchronize());
  cudaFree(in);
  cudaFree(out);
}
