// Further features: clocks, sleeping, fences, profiler and NVTX, peers, nv/target, arrive and wait of groups.
#include <cooperative_groups.h>
#include <cuda/cmath>
#include <cuda_profiler_api.h>
#include <nv/target>
#include <nvtx3/nvToolsExt.h>

#include <cstdio>

namespace cg = cooperative_groups;

#define EXPECT(condition)                                     \
  do {                                                        \
    if (!(condition)) {                                       \
      printf("%d: not so: %s\n", __LINE__, #condition);       \
      good = false;                                           \
    }                                                         \
  } while (0)

__host__ __device__ int Where() {
  NV_IF_ELSE_TARGET(NV_IS_DEVICE, (return 1;), (return 2;))
}

__global__ void Clocks(int* wrong) {
  const clock_t short_start = clock();
  const long long start = clock64();
  __nanosleep(100);
  if (clock64() <= start || clock() <= short_start) atomicOr(wrong, 1);
  if (Where() != 1 || cuda::ceil_div(10, 4) != 3) atomicOr(wrong, 2);
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
  NV_IF_TARGET(NV_PROVIDES_SM_70, (), (atomicOr(wrong, 4);))
#endif
}

// One thread publishes, the other waits for it.
__global__ void Fences(volatile int* flag, volatile int* value, int* seen) {
  if (threadIdx.x == 0) {
    *value = 42;
    __threadfence_block();
    __threadfence();
    __threadfence_system();
    *flag = 1;
  } else if (threadIdx.x == 32) {
    while (*flag == 0) __nanosleep(20);
    __threadfence();
    *seen = *value;
  }
}

__global__ void ArriveAndWait(int* out) {
  __shared__ int values[64];
  cg::thread_block block = cg::this_thread_block();
  values[threadIdx.x] = threadIdx.x;
  auto token = block.barrier_arrive();
  const int own = threadIdx.x * 2;
  block.barrier_wait(std::move(token));
  out[threadIdx.x] = own + values[63 - threadIdx.x];
}

int main() {
  bool good = true;
  int* memory;
  cudaMallocManaged(&memory, 64 * sizeof *memory);
  memory[0] = 0;
  Clocks<<<2, 40>>>(memory);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess && memory[0] == 0);
  EXPECT(Where() == 2);

  memory[0] = memory[1] = memory[2] = 0;
  Fences<<<1, 64>>>(memory, memory + 1, memory + 2);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess && memory[2] == 42);

  ArriveAndWait<<<1, 64>>>(memory);
  EXPECT(cudaDeviceSynchronize() == cudaSuccess && memory[10] == 20 + 53);
  cudaFree(memory);

  nvtxRangePushA("part");
  EXPECT(cudaProfilerStart() == cudaSuccess && cudaProfilerStop() == cudaSuccess);
  nvtxMarkA("here");
  nvtxRangePop();

  int can = -1, count = 0;
  EXPECT(cudaGetDeviceCount(&count) == cudaSuccess && count >= 1);
  EXPECT(cudaDeviceCanAccessPeer(&can, 0, 0) == cudaSuccess && can == 0);
  EXPECT(cudaDeviceEnablePeerAccess(0, 0) == cudaErrorInvalidDevice);
  EXPECT(cudaSetDevice(count) == cudaErrorInvalidDevice && cudaGetLastError() == cudaErrorInvalidDevice);
  printf("%s\n", good ? "ok" : "wrong");
  return good ? 0 : 1;
}
