// loads FOLDER [KERNEL]: uses the modules that kernels.cu was made into; with KERNEL, launches that one last. Without it, there
// are wrong calls, too, and files that are no modules.
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "kernels.h"

#define EXPECT(condition)                               \
  do {                                                  \
    if (!(condition)) {                                 \
      printf("%d: not so: %s\n", __LINE__, #condition); \
      exit(1);                                          \
    }                                                   \
  } while (0)
#define OK(call) Ok((call), #call, __LINE__)

void Ok(CUresult result, const char* call, int line) {
  if (result == CUDA_SUCCESS) return;
  const char* name = "?";
  cuGetErrorName(result, &name);
  printf("%d: %s is %s\n", line, call, name);
  exit(1);
}

std::string Contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

CUfunction Find(CUmodule module, const char* name) {
  CUfunction function = nullptr;
  OK(cuModuleGetFunction(&function, module, name));
  return function;
}

// The program's own kernel, so that it has device code besides.
__global__ void own(int* a) { *a = 42; }

void Scale(CUmodule module) {
  const float factors[4] = {1, 10, 100, 1000};
  CUdeviceptr constants = 0, a = 0;
  size_t size = 0;
  int n = 6;
  float values[6] = {1, 2, 3, 4, 5, 6};
  OK(cuModuleGetGlobal(&constants, &size, module, "factors"));
  EXPECT(size == sizeof factors);
  OK(cuMemcpyHtoD(constants, factors, sizeof factors));
  OK(cuMemAlloc(&a, sizeof values));
  OK(cuMemcpyHtoD(a, values, sizeof values));
  void* arguments[] = {&a, &n};
  OK(cuLaunchKernel(Find(module, "scale"), 2, 1, 1, 4, 1, 1, 0, nullptr, arguments, nullptr));
  OK(cuMemcpyDtoH(values, a, sizeof values));
  EXPECT(values[0] == 1 && values[3] == 4000 && values[5] == 60);
  OK(cuMemFree(a));
}

void Reverse(CUmodule module) {
  int values[64], most = 0;
  for (int i = 0; i < 64; ++i) values[i] = i;
  CUdeviceptr a = 0;
  OK(cuMemAlloc(&a, sizeof values));
  OK(cuMemcpyHtoD(a, values, sizeof values));
  CUfunction reverse = Find(module, "reverse");
  void* arguments[] = {&a};
  OK(cuLaunchKernel(reverse, 1, 1, 1, 64, 1, 1, 64 * sizeof(int), nullptr, arguments, nullptr));
  OK(cuMemcpyDtoH(values, a, sizeof values));
  EXPECT(values[0] == 63 && values[63] == 0);
  OK(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, reverse));
  EXPECT(most == 64);
  OK(cuMemFree(a));
}

int Read(CUmodule module, const char* name) {
  CUdeviceptr place = 0;
  int value = 0;
  OK(cuModuleGetGlobal(&place, nullptr, module, name));
  OK(cuMemcpyDtoH(&value, place, sizeof value));
  return value;
}

// Each load has variables of its own.
void Counters(CUmodule first, CUmodule second) {
  OK(cuLaunchKernel(Find(first, "count"), 1, 1, 1, 3, 1, 1, 0, nullptr, nullptr, nullptr));
  OK(cuCtxSynchronize());
  EXPECT(Read(first, "counter") == 8 && Read(second, "counter") == 5);
  EXPECT(Read(first, "total") == 6 && Read(second, "total") == 0);
}

void Buffers(CUmodule module) {
  CUdeviceptr out = 0;
  double sum = 0;
  OK(cuMemAlloc(&out, sizeof sum));
  struct {
    char tag;
    Pair pair;
    short last;
    Wide wide;
    Frame frame;
    float4 four;
    Tile tile;
    CUdeviceptr out;
  } packed{1, {2, 3}, 4, {{5, 0, 0, 6}}, {0, {100}}, {0, 0, 0, 7}, {1000}, out};
  size_t size = sizeof packed;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
  CUfunction pack = Find(module, "pack");
  OK(cuLaunchKernel(pack, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra));
  OK(cuMemcpyDtoH(&sum, out, sizeof sum));
  EXPECT(sum == 1128);
  size = 8;
  EXPECT(cuLaunchKernel(pack, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra) == CUDA_ERROR_INVALID_VALUE);
  void* endless[] = {nullptr, nullptr};
  endless[0] = CU_LAUNCH_PARAM_END;
  EXPECT(cuLaunchKernel(pack, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, endless) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cuLaunchKernel(pack, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr) == CUDA_ERROR_INVALID_VALUE);
  OK(cuMemFree(out));
}

void Templates(CUmodule module) {
  int values[2] = {1, 2}, seven = 7;
  CUdeviceptr a = 0;
  OK(cuMemAlloc(&a, sizeof values));
  OK(cuMemcpyHtoD(a, values, sizeof values));
  void* arguments[] = {&a, &seven};
  OK(cuLaunchKernel(Find(module, "_Z3addIiEvPT_S0_"), 1, 1, 1, 2, 1, 1, 0, nullptr, arguments, nullptr));
  OK(cuMemcpyDtoH(values, a, sizeof values));
  EXPECT(values[0] == 8 && values[1] == 9);
  OK(cuMemFree(a));
}

void Unknown(CUmodule module) {
  CUfunction function = nullptr;
  CUdeviceptr place = 0;
  EXPECT(cuModuleGetFunction(&function, module, "none") == CUDA_ERROR_NOT_FOUND);
  EXPECT(cuModuleGetFunction(&function, module, nullptr) == CUDA_ERROR_INVALID_VALUE);
  EXPECT(cuModuleGetGlobal(&place, nullptr, module, "none") == CUDA_ERROR_NOT_FOUND);
}

void Libraries(const std::string& folder) {
  CUlibrary library = nullptr;
  CUkernel kernel = nullptr;
  CUfunction function = nullptr;
  unsigned count = 0;
  OK(cuLibraryLoadFromFile(&library, (folder + "/kernels.fatbin").c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  OK(cuLibraryGetKernelCount(&count, library));
  EXPECT(count == 7);
  OK(cuLibraryGetKernel(&kernel, library, "count"));
  OK(cuKernelGetFunction(&function, kernel));
  OK(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr));
  OK(cuLaunchKernel((CUfunction)kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr));
  CUdeviceptr place = 0;
  int value = 0;
  OK(cuLibraryGetGlobal(&place, nullptr, library, "counter"));
  OK(cuMemcpyDtoH(&value, place, sizeof value));
  EXPECT(value == 7);
  OK(cuLibraryUnload(library));
  EXPECT(cuLibraryGetKernel(&kernel, library, "count") == CUDA_ERROR_INVALID_HANDLE);
}

// What `check` would report.
void WrongLaunches(CUmodule module) {
  void* arguments[] = {nullptr};
  EXPECT(cuLaunchKernel(Find(module, "reverse"), 1, 1, 1, 128, 1, 1, 512, nullptr, arguments, nullptr) == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
  CUfunction count = Find(module, "count");
  OK(cuModuleUnload(module));
  EXPECT(cuModuleUnload(module) == CUDA_ERROR_INVALID_HANDLE);
  EXPECT(cuLaunchKernel(count, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr) == CUDA_ERROR_INVALID_HANDLE);
  EXPECT(cuModuleGetFunction(&count, module, "count") == CUDA_ERROR_INVALID_HANDLE);
}

void Foreign(const std::string& folder) {
  CUmodule module = nullptr;
  EXPECT(cuModuleLoad(&module, (folder + "/none.cubin").c_str()) == CUDA_ERROR_FILE_NOT_FOUND);
  EXPECT(cuModuleLoad(&module, (folder + "/gpu.ptx").c_str()) == CUDA_ERROR_NO_BINARY_FOR_GPU);
  EXPECT(cuModuleLoad(&module, (folder + "/gpu.cubin").c_str()) == CUDA_ERROR_NO_BINARY_FOR_GPU);
  EXPECT(cuModuleLoad(&module, (folder + "/text").c_str()) == CUDA_ERROR_INVALID_IMAGE);
  EXPECT(cuModuleLoad(&module, (folder + "/empty").c_str()) == CUDA_ERROR_INVALID_IMAGE);
  EXPECT(cuModuleLoad(&module, (folder + "/cut").c_str()) == CUDA_ERROR_INVALID_IMAGE);
  EXPECT(cuModuleLoad(&module, (folder + "/damaged").c_str()) == CUDA_ERROR_INVALID_IMAGE);
  EXPECT(cuModuleLoad(&module, (folder + "/older").c_str()) == CUDA_ERROR_INVALID_IMAGE);
  char log[200] = "?";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log, (void*)sizeof log};
  EXPECT(cuModuleLoadDataEx(&module, "hello", 2, options, values) == CUDA_ERROR_INVALID_IMAGE);
  EXPECT(strstr(log, "is no module"));
  EXPECT(cuModuleUnload(nullptr) == CUDA_ERROR_INVALID_HANDLE);
}

int main(int argc, char** argv) {
  const std::string folder = argv[1];
  CUmodule module = nullptr, second = nullptr;
  EXPECT(cuModuleLoad(&module, "x") == CUDA_ERROR_NOT_INITIALIZED);
  OK(cuInit(0));
  CUcontext context = nullptr;
  OK(cuDevicePrimaryCtxRetain(&context, 0));
  OK(cuCtxSetCurrent(context));

  OK(cuModuleLoad(&module, (folder + "/kernels.fatbin").c_str()));
  const std::string ptx = Contents(folder + "/kernels.ptx");
  // PTX is a text, which ends with a zero; the modules of Lockstep need none.
  const bool is_text = ptx.find(".version ") != ptx.npos;
  const std::vector<char> binary(ptx.c_str(), ptx.c_str() + ptx.size() + (is_text ? 1 : 0));
  OK(cuModuleLoadData(&second, binary.data()));
  Scale(module);
  Scale(second);
  Reverse(module);
  Counters(module, second);
  Buffers(module);
  Templates(second);
  Unknown(module);
  Libraries(folder);
  CUmodule of = nullptr;
  OK(cuFuncGetModule(&of, Find(second, "scale")));
  EXPECT(of == second);

  int* a = nullptr;
  EXPECT(cudaMalloc(&a, 64) == cudaSuccess);
  own<<<1, 1>>>(a);
  if (argc > 2) {
    void* arguments[] = {&a};
    OK(cuLaunchKernel(Find(second, argv[2]), 1, 1, 1, 4, 1, 1, 0, nullptr, arguments, nullptr));
  }
  EXPECT(cudaDeviceSynchronize() == cudaSuccess);
  EXPECT(cudaFree(a) == cudaSuccess);
  if (argc == 2) {
    WrongLaunches(module);
    Foreign(folder);
  }
  puts("ok");
}
