// Spin loops whose reads are in functions: of flags, of a lock, and two calls deep. The awaited value comes from a thread
// with a higher index, in some cases of the same warp.
#include <cstdio>
#include <cstdlib>

__device__ int ReadFlag(const int* flag) {
  const volatile int* current = flag;
  return *current;
}

__device__ bool IsSet(const int* flag) { return ReadFlag(flag) != 0; }

__device__ __noinline__ bool TryLock(int* lock) { return atomicCAS(lock, 0, 1) == 0; }

__global__ void Relay(int* done) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  while (true) {
    if (t != n - 1 && ReadFlag(&done[t + 1]) == 0) continue;
    __threadfence();
    *(volatile int*)&done[t] = t == n - 1 ? 1 : ReadFlag(&done[t + 1]) + 1;
    break;
  }
}

__global__ void CountUnderLock(const int* go, int* lock, int* count) {
  while (!IsSet(go)) {
  }
  bool through = false;
  while (!through) {
    if (TryLock(lock)) {
      *(volatile int*)count = *(volatile int*)count + 1;
      __threadfence();
      atomicExch(lock, 0);
      through = true;
    }
  }
}

int main() {
  constexpr int kThreads = 256;
  int* data;
  cudaMallocManaged(&data, (kThreads + 2) * sizeof(int));
  Relay<<<4, kThreads / 4>>>(data);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  if (data[0] != kThreads) return printf("the relay ends at %d\n", data[0]), 1;
  data[1] = data[2] = 0;
  CountUnderLock<<<4, kThreads / 4>>>(data, data + 1, data + 2);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  if (data[2] != kThreads) return printf("%d threads went through the lock\n", data[2]), 1;
  cudaFree(data);
  printf("ok\n");
}
