// The device's properties, and the functions by which programs plan launches.
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                               \
  do {                                                                            \
    cudaError_t status = (call);                                                  \
    if (status != cudaSuccess) {                                                  \
      printf("%d: %s: %s\n", __LINE__, #call, cudaGetErrorString(status));        \
      exit(1);                                                                    \
    }                                                                             \
  } while (0)
#define EXPECT(condition)                                                         \
  do {                                                                            \
    if (!(condition)) {                                                           \
      printf("%d: not so: %s\n", __LINE__, #condition);                           \
      exit(1);                                                                    \
    }                                                                             \
  } while (0)

__global__ void square(float* a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) a[i] *= a[i];
}
__global__ void __launch_bounds__(128, 4) bounded(float* a) {
  __shared__ float tile[1024];
  tile[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
// Its bounds are members of what a function returns.
struct Policy {
  int threads = 96, blocks = 2;
};
template <class T>
constexpr T current() {
  return T();
}
template <class T>
__global__ void __launch_bounds__(current<T>().threads, current<T>().blocks) bounded_by(T) {}
size_t bytesFor(int threads) { return threads * sizeof(float); }

int main() {
  int count = 0, device = -1, value = 0, driver = 0, runtime = 0;
  CHECK(cudaGetDeviceCount(&count));
  EXPECT(count >= 1);
  CHECK(cudaSetDevice(0));
  CHECK(cudaGetDevice(&device));
  EXPECT(device == 0);
  CHECK(cudaDriverGetVersion(&driver));
  CHECK(cudaRuntimeGetVersion(&runtime));
  EXPECT(runtime >= 11000 && driver >= runtime);
  cudaDeviceProp p;
  CHECK(cudaGetDeviceProperties(&p, 0));
  EXPECT(p.warpSize == 32 && p.maxThreadsPerBlock == 1024 && p.major >= 5 && p.name[0] != 0);
  EXPECT(p.sharedMemPerBlock >= 48 << 10 && p.totalGlobalMem > 0 && p.multiProcessorCount > 0);
  EXPECT(p.maxThreadsDim[2] == 64 && p.maxGridSize[1] == 65535);
  CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrComputeCapabilityMajor, 0));
  EXPECT(value == p.major);
  CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0));
  EXPECT(value == p.multiProcessorCount);
  size_t free_bytes, total;
  CHECK(cudaMemGetInfo(&free_bytes, &total));
  EXPECT(free_bytes <= total);

  int minGrid, block, blocks;
  CHECK(cudaOccupancyMaxPotentialBlockSize(&minGrid, &block, square, 0, 0));
  EXPECT(block % 32 == 0 && block > 0 && minGrid >= p.multiProcessorCount);
  CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&minGrid, &block, bounded, bytesFor));
  EXPECT(block <= 128);
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, square, 256, 0));
  EXPECT(blocks >= 1 && blocks * 256 <= p.maxThreadsPerMultiProcessor);
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, bounded_by<Policy>));
  EXPECT(attributes.maxThreadsPerBlock == 96);
  CHECK(cudaFuncGetAttributes(&attributes, bounded));
  EXPECT(attributes.sharedSizeBytes == 4096 && attributes.maxThreadsPerBlock == 128);
  CHECK(cudaFuncSetCacheConfig(square, cudaFuncCachePreferL1));
  size_t heap;
  CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
  CHECK(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize));
  EXPECT(heap >= 16 << 20);

  const int n = 1000;
  float *d, h[n];
  for (int i = 0; i < n; ++i) h[i] = (float)i;
  CHECK(cudaMalloc(&d, sizeof h));
  CHECK(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
  square<<<minGrid, 64>>>(d, n);
  CHECK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) EXPECT(h[i] == (float)i * i);

  // The same kernel by pointer, and by the extended launch.
  int length = n;
  void* args[] = {&d, &length};
  CHECK(cudaLaunchKernel((void*)square, dim3(4), dim3(64), args, 0, 0));
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(4);
  config.blockDim = dim3(64);
  CHECK(cudaLaunchKernelEx(&config, square, d, n));
  CHECK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  EXPECT(h[2] == 256.0f);
  CHECK(cudaFree(d));
  CHECK(cudaDeviceReset());
  printf("ok\n");
  return 0;
}
