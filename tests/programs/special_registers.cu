// Reads of PTX's special registers, written with one `%` as in nvcc and with two as in clang.
#include <cstdio>

#define READ(name) \
  [] { \
    unsigned value; \
    asm volatile("mov.u32 %0, %" #name ";" : "=r"(value)); \
    return value; \
  }()
#define MULTIPROCESSOR(value) asm("mov.u32 %0, %smid;" : "=r"(value))

// The name is CUDA's, but CUDA declares no such function.
__device__ __forceinline__ unsigned long long __globaltimer() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

__global__ void Read(unsigned* seen, unsigned* bad) {
  const unsigned flat = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, lane = flat % 32;
  unsigned mine, doubled, multiprocessor, again;
  asm("mov.u32 %0, %laneid;" : "=r"(mine)); asm("{\n\t"
      "mov.u32 %0, %%laneid;\n\t"
      "}" : "=r"(doubled));
  MULTIPROCESSOR(multiprocessor);
  if (mine != lane || doubled != lane || READ(warpid) != flat / 32) atomicAdd(bad, 1);
  if (READ(tid.x) != threadIdx.x || READ(ctaid.y) != blockIdx.y || READ(ntid.z) != blockDim.z) atomicAdd(bad, 1);
  if (READ(nctaid.x) != gridDim.x) atomicAdd(bad, 1);
  if (READ(lanemask_eq) != 1u << lane || READ(lanemask_lt) != (1u << lane) - 1) atomicAdd(bad, 1);
  if ((READ(lanemask_ge) | READ(lanemask_lt)) != ~0u || (READ(lanemask_gt) & READ(lanemask_le))) atomicAdd(bad, 1);
  if (multiprocessor >= READ(nsmid) || READ(warpid) >= READ(nwarpid)) atomicAdd(bad, 1);
  const unsigned long long before = __globaltimer();
  __syncthreads();
  if (__globaltimer() < before) atomicAdd(bad, 1);
  // A block does not move.
  MULTIPROCESSOR(again);
  if (again != multiprocessor) atomicAdd(bad, 1);
  if (flat == 0) atomicAdd(&seen[multiprocessor], 1);
}

int main() {
  int count = 0;
  cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0);
  unsigned *seen, *bad;
  cudaMallocManaged(&seen, count * sizeof *seen);
  cudaMallocManaged(&bad, sizeof *bad);
  for (int i = 0; i < count; ++i) seen[i] = 0;
  *bad = 0;
  Read<<<dim3(5, 3, 2), dim3(8, 5, 2)>>>(seen, bad);
  if (cudaDeviceSynchronize() != cudaSuccess) return printf("%s\n", cudaGetErrorString(cudaGetLastError())), 1;
  unsigned blocks = 0;
  for (int i = 0; i < count; ++i) blocks += seen[i];
  const bool right = blocks == 30 && *bad == 0;
  if (!right) printf("%u blocks, %u wrong\n", blocks, *bad);
  cudaFree(seen);
  cudaFree(bad);
  puts(right ? "ok" : "wrong");
  return !right;
}
