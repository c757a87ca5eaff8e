// flags: -lcuda
// The driver API: devices, contexts, memory, streams, events and launches, with its errors, and beside the runtime API.
#include <cuda.h>
#include <cudaTypedefs.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#define EXPECT(condition)                                    \
  do {                                                       \
    if (!(condition)) {                                      \
      printf("%d: not so: %s\n", __LINE__, #condition);      \
      exit(1);                                               \
    }                                                        \
  } while (0)
#define OK(call)                                             \
  do {                                                       \
    const CUresult result_ = (call);                         \
    if (result_ != CUDA_SUCCESS) {                           \
      const char* name_ = "?";                               \
      cuGetErrorName(result_, &name_);                       \
      printf("%d: %s is %s\n", __LINE__, #call, name_);      \
      exit(1);                                               \
    }                                                        \
  } while (0)

struct Triple {
  float x, y, z;
};

__global__ void fill(int* out, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = value + i;
}
__global__ void mixed(char tag, double weight, Triple triple, short last, double* out) {
  out[threadIdx.x] = tag + weight * (triple.x + triple.y + triple.z) + last;
}
__global__ void reversed(int* out, int n) {
  extern __shared__ int buffer[];
  buffer[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < n) out[threadIdx.x] = buffer[n - 1 - threadIdx.x];
}
__global__ void __launch_bounds__(64) bounded() {}

template <class Kernel>
CUfunction Function(Kernel kernel) {
  cudaFunction_t function = nullptr;
  EXPECT(cudaGetFuncBySymbol(&function, (const void*)kernel) == cudaSuccess);
  return (CUfunction)function;
}

void BeforeInit() {
  int count = 0;
  CUdeviceptr memory = 0;
  EXPECT(cuDeviceGetCount(&count) == CUDA_ERROR_NOT_INITIALIZED);
  EXPECT(cuMemAlloc(&memory, 4) == CUDA_ERROR_NOT_INITIALIZED);
  EXPECT(cuInit(1) == CUDA_ERROR_INVALID_VALUE);
  OK(cuInit(0));
  EXPECT(cuMemAlloc(&memory, 4) == CUDA_ERROR_INVALID_CONTEXT);
}

CUdevice Devices() {
  int count = 0, version = 0, major = 0, minor = 0, warp = 0;
  CUdevice device = -1;
  size_t bytes = 0;
  char name[100] = "";
  CUuuid uuid;
  OK(cuDriverGetVersion(&version));
  EXPECT(version >= 11000);
  OK(cuDeviceGetCount(&count));
  EXPECT(count >= 1);
  OK(cuDeviceGet(&device, 0));
  EXPECT(cuDeviceGet(&device, 1000) == CUDA_ERROR_INVALID_DEVICE);
  OK(cuDeviceGet(&device, 0));
  int value = -1;
  OK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH, device));
#ifdef __LOCKSTEP__
  EXPECT(value == 0);
#endif
  CUdevprop properties = {};
  OK(cuDeviceGetProperties(&properties, device));
  OK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, device));
  EXPECT(properties.SIMDWidth == 32 && properties.maxThreadsPerBlock == 1024 && properties.maxGridSize[1] == value);
  OK(cuDeviceGetName(name, sizeof name, device));
  EXPECT(strlen(name) > 3);
  char start[4];
  OK(cuDeviceGetName(start, sizeof start, device));
  EXPECT(strlen(start) == 3 && strncmp(start, name, 3) == 0);
  OK(cuDeviceTotalMem(&bytes, device));
  EXPECT(bytes > 1 << 20);
  OK(cuDeviceGetUuid(&uuid, device));
  OK(cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device));
  EXPECT(warp == 32);
  OK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
  OK(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
  EXPECT(major >= 5 && minor >= 0);
  EXPECT(cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 1000) == CUDA_ERROR_INVALID_DEVICE);
  EXPECT(cuDeviceGetAttribute(&warp, (CUdevice_attribute)9999, device) == CUDA_ERROR_INVALID_VALUE);
  return device;
}

void Errors() {
  const char* text = nullptr;
  OK(cuGetErrorName(CUDA_ERROR_NO_BINARY_FOR_GPU, &text));
  EXPECT(!strcmp(text, "CUDA_ERROR_NO_BINARY_FOR_GPU"));
  OK(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text));
  EXPECT(!strcmp(text, "out of memory"));
  EXPECT(cuGetErrorName((CUresult)12345, &text) == CUDA_ERROR_INVALID_VALUE && text == nullptr);
}

void Contexts(CUdevice device) {
  CUcontext primary = nullptr, again = nullptr, own = nullptr, current = nullptr;
  unsigned flags = 0;
  int active = -1;
  OK(cuDevicePrimaryCtxGetState(device, &flags, &active));
  EXPECT(active == 0);
  OK(cuCtxGetCurrent(&current));
  EXPECT(current == nullptr);
  OK(cuDevicePrimaryCtxRetain(&primary, device));
  OK(cuDevicePrimaryCtxRetain(&again, device));
  EXPECT(primary == again && primary != nullptr);
  OK(cuDevicePrimaryCtxRelease(device));
  OK(cuDevicePrimaryCtxGetState(device, &flags, &active));
  EXPECT(active == 1);
  EXPECT(cuCtxSynchronize() == CUDA_ERROR_INVALID_CONTEXT);

#if CUDA_VERSION >= 13000
  CUctxCreateParams whole_device = {};
  OK(cuCtxCreate(&own, &whole_device, CU_CTX_SCHED_YIELD, device));
  OK(cuCtxDestroy(own));
  OK(cuCtxCreate(&own, nullptr, CU_CTX_SCHED_YIELD, device));
#ifdef __LOCKSTEP__
  CUexecAffinityParam part = {};
  part.type = CU_EXEC_AFFINITY_TYPE_SM_COUNT;
  part.param.smCount.val = 1;
  CUctxCreateParams part_of_device = {&part, 1, nullptr};
  CUcontext none = nullptr;
  EXPECT(cuCtxCreate(&none, &part_of_device, 0, device) == CUDA_ERROR_NOT_SUPPORTED && !none);
#endif
#else
  OK(cuCtxCreate(&own, CU_CTX_SCHED_YIELD, device));
#endif
  OK(cuCtxGetCurrent(&current));
  EXPECT(current == own && own != primary);
  OK(cuCtxPushCurrent(primary));
  OK(cuCtxGetCurrent(&current));
  EXPECT(current == primary);
  CUdevice its = -1;
  OK(cuCtxGetDevice(&its));
  EXPECT(its == device);
  OK(cuCtxPopCurrent(&current));
  EXPECT(current == primary);
  CUdeviceptr lost = 0;
  OK(cuMemAlloc(&lost, 1 << 10));  // its context owns it
  std::thread([&] {
    CUcontext other = own;
    OK(cuCtxGetCurrent(&other));
    EXPECT(other == nullptr);
    OK(cuCtxSetCurrent(own));
    OK(cuMemsetD8(lost, 1, 1 << 10));
  }).join();
  OK(cuCtxDestroy(own));
  OK(cuCtxGetCurrent(&current));
  EXPECT(current == nullptr);
  EXPECT(cuCtxPopCurrent(&current) == CUDA_ERROR_INVALID_CONTEXT);

  OK(cuCtxSetCurrent(primary));
  size_t heap = 0;
  OK(cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, 16 << 20));
  OK(cuCtxGetLimit(&heap, CU_LIMIT_MALLOC_HEAP_SIZE));
  EXPECT(heap >= 16 << 20);
  EXPECT(cuCtxSetLimit((CUlimit)99, 1) == CUDA_ERROR_UNSUPPORTED_LIMIT);
  OK(cuCtxSynchronize());
}

void Memory() {
  size_t before = 0, after = 0, total = 0;
  OK(cuMemGetInfo(&before, &total));
  EXPECT(before <= total && total > 0);
  CUdeviceptr a = 0, b = 0, base = 0;
  OK(cuMemAlloc(&a, 1000 * sizeof(int)));
  OK(cuMemAlloc(&b, 1000 * sizeof(int)));
  EXPECT(cuMemAlloc(&base, 0) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cuMemAlloc(&base, total * 2) == CUDA_ERROR_OUT_OF_MEMORY);
  OK(cuMemGetInfo(&after, &total));
  EXPECT(after <= before);
  size_t size = 0;
  OK(cuMemGetAddressRange(&base, &size, a + 100));
  EXPECT(base == a && size >= 1000 * sizeof(int));

  std::vector<int> in(1000), out(1000);
  for (int i = 0; i < 1000; ++i) in[i] = i * i;
  OK(cuMemcpyHtoD(a, in.data(), 4000));
  OK(cuMemcpyDtoD(b, a, 4000));
  OK(cuMemcpyDtoH(out.data(), b, 4000));
  EXPECT(in == out);
  OK(cuMemcpyHtoDAsync(a + 400, in.data(), 400, nullptr));
  OK(cuMemcpyDtoDAsync(b, a + 400, 400, nullptr));
  OK(cuMemcpyDtoHAsync(out.data(), b, 400, nullptr));
  OK(cuStreamSynchronize(nullptr));
  EXPECT(out[99] == 99 * 99);
  EXPECT(cuMemcpyHtoD(a, in.data(), size + (1 << 21)) == CUDA_ERROR_INVALID_VALUE);

  OK(cuMemsetD32(a, 0x01020304, 1000));
  OK(cuMemsetD16(a + 4, 0xabcd, 2));
  OK(cuMemsetD8(a + 8, 0x7f, 4));
  OK(cuMemcpyDtoH(out.data(), a, 4000));
  EXPECT(out[0] == 0x01020304 && unsigned(out[1]) == 0xabcdabcd && out[2] == 0x7f7f7f7f && out[3] == 0x01020304);
  EXPECT(cuMemsetD32(a + 2, 0, 1) == CUDA_ERROR_INVALID_VALUE);
  OK(cuMemsetD32Async(a, 7, 1000, nullptr));
  OK(cuMemcpy(b, a, 4000));
  OK(cuMemcpyDtoH(out.data(), b, 4000));
  EXPECT(out[0] == 7 && out[999] == 7);

  CUdeviceptr rows = 0;
  size_t pitch = 0;
  OK(cuMemAllocPitch(&rows, &pitch, 10 * sizeof(int), 5, 4));
  EXPECT(pitch >= 40 && rows % 256 == 0);
  OK(cuMemsetD2D32(rows, pitch, 9, 10, 5));
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = in.data();
  copy.srcPitch = 40;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = rows;
  copy.dstPitch = pitch;
  copy.dstXInBytes = 8;
  copy.dstY = 1;
  copy.WidthInBytes = 12;
  copy.Height = 3;
  OK(cuMemcpy2D(&copy));
  CUDA_MEMCPY2D back{};
  back.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  back.srcDevice = rows;
  back.srcPitch = pitch;
  back.dstMemoryType = CU_MEMORYTYPE_HOST;
  back.dstHost = out.data();
  back.WidthInBytes = 40;
  back.Height = 5;
  OK(cuMemcpy2DAsync(&back, nullptr));
  OK(cuCtxSynchronize());
  EXPECT(out[0] == 9 && out[12] == 0 && out[13] == 1 && out[14] == 4 && out[15] == 9 && out[22] == 100 && out[49] == 9);
  EXPECT(cuMemcpy2D(nullptr) == CUDA_ERROR_INVALID_VALUE);
  const size_t huge = size_t(1) << 62;
  back.Height = huge;
  EXPECT(cuMemcpy2D(&back) == CUDA_ERROR_INVALID_VALUE);
  back.Height = 1;
  back.srcPitch = huge / 2;
  back.srcY = 8;
  EXPECT(cuMemcpy2D(&back) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cuMemsetD2D32(rows, pitch, 9, huge, 1) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cuMemsetD2D32(rows, pitch, 9, 10, huge) == CUDA_ERROR_INVALID_VALUE);

  void* host = nullptr;
  CUdeviceptr mapped = 0, managed = 0;
  unsigned kind = 0, is_managed = 0;
  OK(cuMemHostAlloc(&host, 64, CU_MEMHOSTALLOC_DEVICEMAP));
  OK(cuMemHostGetDevicePointer(&mapped, host, 0));
  OK(cuPointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, mapped));
  EXPECT(kind == CU_MEMORYTYPE_HOST);
  OK(cuPointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, a));
  EXPECT(kind == CU_MEMORYTYPE_DEVICE);
  OK(cuMemAllocManaged(&managed, 64, CU_MEM_ATTACH_GLOBAL));
  OK(cuPointerGetAttribute(&is_managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, managed));
  EXPECT((is_managed & 1) == 1);
  ((int*)managed)[3] = 5;
  OK(cuMemcpyDtoH(out.data(), managed + 12, 4));
  EXPECT(out[0] == 5);
  EXPECT(cuPointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)in.data()) == CUDA_ERROR_INVALID_VALUE);
  CUdeviceptr start = 0;
  size_t range = 0;
  CUpointer_attribute asked[2] = {CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, CU_POINTER_ATTRIBUTE_RANGE_SIZE};
  void* answers[2] = {&start, &range};
  OK(cuPointerGetAttributes(2, asked, answers, a + 4));
  EXPECT(start == a && range >= 4000);

  OK(cuMemFreeHost(host));
  OK(cuMemFree(managed));
  OK(cuMemFree(rows));
  OK(cuMemFree(b));
  OK(cuMemFree(a));
  EXPECT(cuMemFree(a) == CUDA_ERROR_INVALID_VALUE);
}

void CUDA_CB AddOne(void* data) { ++*(int*)data; }

void StreamsAndEvents() {
  CUstream stream = nullptr;
  CUevent begin = nullptr, end = nullptr;
  CUdeviceptr a = 0;
  int counted = 0, out[4] = {};
  float milliseconds = -1;
  OK(cuMemAlloc(&a, 16));
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuEventCreate(&begin, CU_EVENT_DEFAULT));
  OK(cuEventCreate(&end, CU_EVENT_BLOCKING_SYNC));
  OK(cuEventRecord(begin, stream));
  OK(cuMemsetD32Async(a, 3, 4, stream));
  OK(cuLaunchHostFunc(stream, AddOne, &counted));
  OK(cuMemcpyDtoHAsync(out, a, 16, stream));
  OK(cuEventRecord(end, stream));
  OK(cuEventSynchronize(end));
  OK(cuEventQuery(begin));
  OK(cuStreamQuery(stream));
  OK(cuEventElapsedTime(&milliseconds, begin, end));
  EXPECT(counted == 1 && out[3] == 3 && milliseconds >= 0);
  OK(cuStreamWaitEvent(stream, end, 0));
  unsigned flags = 0;
  OK(cuStreamGetFlags(stream, &flags));
  EXPECT(flags == CU_STREAM_NON_BLOCKING);

  CUgraph graph = nullptr;
  CUgraphExec ready = nullptr;
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
  OK(cuMemsetD32Async(a, 8, 4, stream));
  OK(cuStreamEndCapture(stream, &graph));
  OK(cuGraphInstantiate(&ready, graph, 0));
  OK(cuGraphLaunch(ready, stream));
  OK(cuStreamSynchronize(stream));
  OK(cuMemcpyDtoH(out, a, 16));
  EXPECT(out[0] == 8);
  OK(cuGraphExecDestroy(ready));
  OK(cuGraphDestroy(graph));

  // The runtime API knows the same objects.
  EXPECT(cudaStreamSynchronize(stream) == cudaSuccess && cudaEventQuery(end) == cudaSuccess);
  EXPECT(cudaMemset((void*)a, 0, 16) == cudaSuccess);
  OK(cuMemcpyDtoH(out, a, 16));
  EXPECT(out[0] == 0);
  OK(cuEventDestroy(begin));
  OK(cuEventDestroy(end));
  OK(cuStreamDestroy(stream));
  EXPECT(cudaFree((void*)a) == cudaSuccess);
}

void Launches() {
  CUdeviceptr a = 0;
  int n = 1000, value = 5;
  std::vector<int> out(n);
  OK(cuMemAlloc(&a, n * sizeof(int)));
  void* arguments[] = {&a, &n, &value};
  OK(cuLaunchKernel(Function(fill), 4, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));
  OK(cuMemcpyDtoH(out.data(), a, n * sizeof(int)));
  EXPECT(out[0] == 5 && out[999] == 1004);
  fill<<<4, 256>>>((int*)a, n, 6);
  OK(cuMemcpyDtoH(out.data(), a, n * sizeof(int)));
  EXPECT(out[999] == 1005);

  // All arguments in one buffer, each at a multiple of its alignment.
  struct {
    char tag;
    double weight;
    Triple triple;
    short last;
    CUdeviceptr out;
  } packed{3, 0.5, {1, 2, 3}, 4, a};
  size_t size = sizeof packed;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
  OK(cuLaunchKernel(Function(mixed), 1, 1, 1, 3, 1, 1, 0, nullptr, nullptr, extra));
  double sums[3] = {};
  OK(cuMemcpyDtoH(sums, a, sizeof sums));
  EXPECT(sums[0] == 10 && sums[2] == 10);

  int few = 10;
  void* two[] = {&a, &few};
  OK(cuLaunchKernel(Function(reversed), 1, 1, 1, 32, 1, 1, 32 * sizeof(int), nullptr, two, nullptr));
  OK(cuMemcpyDtoH(out.data(), a, 40));
  EXPECT(out[0] == 9 && out[9] == 0);
  OK(cuLaunchCooperativeKernel(Function(reversed), 1, 1, 1, 32, 1, 1, 32 * sizeof(int), nullptr, two));
  CUlaunchAttribute attribute{};
  attribute.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
  attribute.value.cooperative = 1;
  CUlaunchConfig config{};
  config.gridDimX = config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = 32;
  config.blockDimY = config.blockDimZ = 1;
  config.sharedMemBytes = 32 * sizeof(int);
  config.attrs = &attribute;
  config.numAttrs = 1;
  OK(cuMemsetD8(a, 0, 40));
  OK(cuLaunchKernelEx(&config, Function(reversed), two, nullptr));
  OK(cuMemcpyDtoH(out.data(), a, 40));
  EXPECT(out[0] == 9 && out[9] == 0);

  EXPECT(cuLaunchKernel(Function(bounded), 1, 1, 1, 2000, 1, 1, 0, nullptr, nullptr, nullptr) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cuLaunchKernel(Function(bounded), 0, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cuLaunchKernel(Function(reversed), 1, 1, 1, 1, 1, 1, 1 << 24, nullptr, two, nullptr) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cudaGetLastError() == cudaSuccess);  // the driver API has no last error
  OK(cuMemFree(a));
}

void Functions() {
  int value = 0, blocks = 0, grid = 0, block = 0;
  OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, Function(bounded)));
  EXPECT(value == 64);
  OK(cuFuncSetAttribute(Function(reversed), CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 60 << 10));
  OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, Function(reversed)));
  EXPECT(value == 60 << 10);
  OK(cuFuncSetCacheConfig(Function(reversed), CU_FUNC_CACHE_PREFER_SHARED));
  EXPECT(cuFuncGetAttribute(&value, (CUfunction_attribute)999, Function(bounded)) == CUDA_ERROR_INVALID_VALUE);
  OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, Function(bounded), 64, 0));
  EXPECT(blocks >= 1);
  OK(cuOccupancyMaxPotentialBlockSize(&grid, &block, Function(fill), nullptr, 0, 0));
  EXPECT(grid >= 1 && block >= 32 && block <= 1024);
}

void Pools() {
  CUmemoryPool pool = nullptr, own = nullptr;
  OK(cuDeviceGetDefaultMemPool(&pool, 0));
  EXPECT(pool);
  OK(cuDeviceGetMemPool(&own, 0));
  EXPECT(own == pool);
  CUmemPoolProps properties = {};
  properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  OK(cuMemPoolCreate(&own, &properties));
  CUmemAccess_flags access;
  OK(cuMemPoolGetAccess(&access, own, &properties.location));
  EXPECT(access == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
  CUmemAccessDesc description = {properties.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  OK(cuMemPoolSetAccess(own, &description, 1));
  CUdeviceptr memory = 0;
  OK(cuMemAllocFromPoolAsync(&memory, 4096, own, nullptr));
  OK(cuMemsetD8Async(memory, 7, 4096, nullptr));
  cuuint64_t used = 0, keep = 1 << 20;
  OK(cuMemPoolGetAttribute(own, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
  EXPECT(used >= 4096);
  OK(cuMemPoolSetAttribute(own, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &keep));
  OK(cuMemFreeAsync(memory, nullptr));
  OK(cuStreamSynchronize(nullptr));
  OK(cuMemPoolTrimTo(own, 0));
  OK(cuDeviceSetMemPool(0, own));
  CUmemoryPool current = nullptr;
  OK(cuDeviceGetMemPool(&current, 0));
  EXPECT(current == own);
  OK(cuMemPoolDestroy(own));
  EXPECT(cuMemAllocFromPoolAsync(nullptr, 16, pool, nullptr) == CUDA_ERROR_INVALID_VALUE);
#if CUDA_VERSION >= 13000
  CUmemLocation here = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
  OK(cuMemGetDefaultMemPool(&current, &here, CU_MEM_ALLOCATION_TYPE_PINNED));
  EXPECT(current == pool);
  OK(cuMemSetMemPool(&here, CU_MEM_ALLOCATION_TYPE_PINNED, pool));
  OK(cuMemGetMemPool(&current, &here, CU_MEM_ALLOCATION_TYPE_PINNED));
  EXPECT(current == pool);
  void* found = nullptr;
  OK(cuGetProcAddress("cuMemGetDefaultMemPool", &found, 13000, 0, nullptr));
  OK(((PFN_cuMemGetDefaultMemPool_v13000)found)(&current, &here, CU_MEM_ALLOCATION_TYPE_PINNED));
  EXPECT(current == pool);
#endif
}

void EntryPoints() {
  void* found = nullptr;
  CUdriverProcAddressQueryResult status;
  OK(cuGetProcAddress("cuMemAlloc", &found, 12000, 0, &status));
  EXPECT(status == CU_GET_PROC_ADDRESS_SUCCESS);
  CUdeviceptr a = 0;
  OK(((PFN_cuMemAlloc_v3020)found)(&a, 16));
  OK(cuMemFree(a));
#if CUDA_VERSION >= 13000
  // Of a function with several forms, that of the version.
  CUcontext context = nullptr;
  OK(cuGetProcAddress("cuCtxCreate", &found, 11000, 0, &status));
  OK(((PFN_cuCtxCreate_v3020)found)(&context, 0, 0));
  OK(cuCtxDestroy(context));
  OK(cuGetProcAddress("cuCtxCreate", &found, 12050, 0, &status));
  CUctxCreateParams whole_device = {};
  OK(((PFN_cuCtxCreate_v12050)found)(&context, &whole_device, 0, 0));
  OK(cuCtxDestroy(context));
#endif
  EXPECT(cuGetProcAddress("cuNoSuchCall", &found, 12000, 0, &status) == CUDA_ERROR_NOT_FOUND);
  EXPECT(status == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
}

int main() {
  BeforeInit();
  const CUdevice device = Devices();
  Errors();
  Contexts(device);
  Memory();
  StreamsAndEvents();
  Launches();
  Functions();
  Pools();
  EntryPoints();
  OK(cuDevicePrimaryCtxRelease(device));
  EXPECT(cuDevicePrimaryCtxRelease(device) == CUDA_ERROR_INVALID_CONTEXT);
  puts("ok");
}
