// The driver API as programs find it that are not linked with it: by dlopen, dlsym and cuGetProcAddress.
#include <cuda.h>
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

#define EXPECT(condition)                               \
  do {                                                  \
    if (!(condition)) {                                 \
      printf("%d: not so: %s\n", __LINE__, #condition); \
      exit(1);                                          \
    }                                                   \
  } while (0)

template <class Function>
Function* Load(void* library, const char* name) {
  void* found = dlsym(library, name);
  EXPECT(found != nullptr);
  return (Function*)found;
}

__global__ void square(int* a) { a[threadIdx.x] *= a[threadIdx.x]; }

int main() {
  void* library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!library) printf("%s\n", dlerror());
  EXPECT(library != nullptr);
  EXPECT(Load<CUresult(unsigned)>(library, "cuInit")(0) == CUDA_SUCCESS);
  int count = 0;
  EXPECT(Load<CUresult(int*)>(library, "cuDeviceGetCount")(&count) == CUDA_SUCCESS);
  EXPECT(count >= 1);

  auto* ask = Load<CUresult(const char*, void**, int, unsigned long long, CUdriverProcAddressQueryResult*)>(
      library, "cuGetProcAddress_v2");
  void* retain = nullptr;
  void* make_current = nullptr;
  CUdriverProcAddressQueryResult status;
  EXPECT(ask("cuDevicePrimaryCtxRetain", &retain, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &status) == CUDA_SUCCESS);
  EXPECT(ask("cuCtxSetCurrent", &make_current, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &status) == CUDA_SUCCESS);
  CUcontext context = nullptr;
  EXPECT(((CUresult(*)(CUcontext*, CUdevice))retain)(&context, 0) == CUDA_SUCCESS);
  EXPECT(((CUresult(*)(CUcontext))make_current)(context) == CUDA_SUCCESS);

  int in[4] = {1, 2, 3, 4}, out[4] = {};
  CUdeviceptr a = 0;
  EXPECT(Load<CUresult(CUdeviceptr*, size_t)>(library, "cuMemAlloc_v2")(&a, sizeof in) == CUDA_SUCCESS);
  EXPECT(Load<CUresult(CUdeviceptr, const void*, size_t)>(library, "cuMemcpyHtoD_v2")(a, in, sizeof in) == CUDA_SUCCESS);
  square<<<1, 4>>>((int*)a);
  EXPECT(Load<CUresult(void*, CUdeviceptr, size_t)>(library, "cuMemcpyDtoH_v2")(out, a, sizeof out) == CUDA_SUCCESS);
  EXPECT(out[0] == 1 && out[3] == 16);
  EXPECT(Load<CUresult(CUdeviceptr)>(library, "cuMemFree_v2")(a) == CUDA_SUCCESS);

  // The runtime API gives the same functions.
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result;
  EXPECT(cudaGetDriverEntryPointByVersion("cuMemGetInfo", &found, 12000, cudaEnableDefault, &result) == cudaSuccess);
  EXPECT(result == cudaDriverEntryPointSuccess && found != nullptr);
  size_t free_bytes = 0, all_bytes = 0;
  EXPECT(((CUresult(*)(size_t*, size_t*))found)(&free_bytes, &all_bytes) == CUDA_SUCCESS);
  EXPECT(all_bytes > 0 && free_bytes <= all_bytes);
  EXPECT(cudaGetDriverEntryPointByVersion("cuNoSuchFunction", &found, 12000, cudaEnableDefault, &result) == cudaSuccess);
  EXPECT(result == cudaDriverEntryPointSymbolNotFound);
  EXPECT(cudaGetDriverEntryPointByVersion(nullptr, &found, 12000, cudaEnableDefault, &result) == cudaErrorInvalidValue);
  puts("ok");
}
