// NVRTC: kernels that are compiled while the program runs, their names, headers, options, logs and errors.
// flags: -lnvrtc -lcuda
#define NVRTC_GET_TYPE_NAME 1
#include <cuda.h>
#include <cuda_runtime.h>
#include <nvrtc.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#define HOLDS(condition)                                                \
  do {                                                                  \
    if (!(condition)) {                                                 \
      std::printf("line %d: %s does not hold\n", __LINE__, #condition); \
      return false;                                                     \
    }                                                                   \
  } while (0)

using Options = std::vector<const char*>;

static nvrtcResult compile(nvrtcProgram program, const Options& options = {}) {
  return nvrtcCompileProgram(program, (int)options.size(), options.data());
}

static std::string log_of(nvrtcProgram program) {
  size_t size = 0;
  if (nvrtcGetProgramLogSize(program, &size) != NVRTC_SUCCESS || size == 0) return "no log";
  std::string log(size, 'x');
  nvrtcGetProgramLog(program, log.data());
  return log.c_str();
}

static std::string ptx_of(nvrtcProgram program) {
  size_t size = 0;
  if (nvrtcGetPTXSize(program, &size) != NVRTC_SUCCESS) return "";
  std::string ptx(size, 'x');
  nvrtcGetPTX(program, ptx.data());
  return ptx;
}

static bool saxpy() {
  const char* text =
      "extern \"C\" __global__ void saxpy(float a, const float* x, float* y, size_t n) {\n"
      "  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;\n"
      "  if (i < n) y[i] += a * x[i];\n"
      "}\n";
  nvrtcProgram program;
  HOLDS(nvrtcCreateProgram(&program, text, "saxpy.cu", 0, nullptr, nullptr) == NVRTC_SUCCESS);
  HOLDS(ptx_of(program).empty());
  if (compile(program, {"--gpu-architecture=compute_90", "--fmad=false", "-lineinfo"}) != NVRTC_SUCCESS) {
    std::printf("%s\n", log_of(program).c_str());
    return false;
  }
  const std::string ptx = ptx_of(program);
  HOLDS(!ptx.empty() && ptx.back() == '\0');
  HOLDS(nvrtcDestroyProgram(&program) == NVRTC_SUCCESS && program == nullptr);
  CUmodule module;
  CUfunction function;
  HOLDS(cuModuleLoadData(&module, ptx.data()) == CUDA_SUCCESS);
  HOLDS(cuModuleGetFunction(&function, module, "saxpy") == CUDA_SUCCESS);
  float *x, *y, a = 3;
  size_t n = 300;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  for (size_t i = 0; i < n; ++i) x[i] = (float)i, y[i] = 1;
  void* arguments[] = {&a, &x, &y, &n};
  HOLDS(cuLaunchKernel(function, 3, 1, 1, 128, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_SUCCESS);
  HOLDS(cuCtxSynchronize() == CUDA_SUCCESS);
  for (size_t i = 0; i < n; ++i) HOLDS(y[i] == 3 * (float)i + 1);
  cudaFree(x);
  cudaFree(y);
  HOLDS(cuModuleUnload(module) == CUDA_SUCCESS);
  return true;
}

static bool names_and_headers() {
  const char* text =
      "#include \"vec/add.h\"\n"
      "namespace space {\n"
      "__constant__ int offset = 7;\n"
      "template <class T, int N> __global__ void add(T* out) { out[threadIdx.x] = vec::add<T>(N, (T)offset); }\n"
      "}\n";
  const char* headers[] = {
      "#pragma once\nnamespace vec { template <class T> __device__ T add(T a, T b) { return a + b + EXTRA; } }\n"};
  const char* names[] = {"vec/add.h"};
  nvrtcProgram program;
  HOLDS(nvrtcCreateProgram(&program, text, nullptr, 1, headers, names) == NVRTC_SUCCESS);
  std::string type;
  HOLDS(nvrtcGetTypeName<double>(&type) == NVRTC_SUCCESS && type == "double");
  const std::string of_double = "space::add<" + type + ", 5>";
  HOLDS(nvrtcAddNameExpression(program, of_double.c_str()) == NVRTC_SUCCESS);
  HOLDS(nvrtcAddNameExpression(program, "space::add<int, 2>") == NVRTC_SUCCESS);
  HOLDS(nvrtcAddNameExpression(program, "&space::offset") == NVRTC_SUCCESS);
  const char* name = nullptr;
  HOLDS(nvrtcGetLoweredName(program, of_double.c_str(), &name) == NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
  if (compile(program, {"-DEXTRA=100", "--std=c++17"}) != NVRTC_SUCCESS) {
    std::printf("%s\n", log_of(program).c_str());
    return false;
  }
  HOLDS(nvrtcAddNameExpression(program, "x") == NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
  HOLDS(nvrtcGetLoweredName(program, "space::add<int, 3>", &name) == NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
  const std::string ptx = ptx_of(program);
  CUmodule module;
  HOLDS(cuModuleLoadData(&module, ptx.data()) == CUDA_SUCCESS);
  double* out;
  cudaMallocManaged(&out, 32 * sizeof(double));
  HOLDS(nvrtcGetLoweredName(program, "&space::offset", &name) == NVRTC_SUCCESS);
  CUdeviceptr offset;
  size_t size = 0;
  HOLDS(cuModuleGetGlobal(&offset, &size, module, name) == CUDA_SUCCESS && size == sizeof(int));
  const int value = 20;
  HOLDS(cuMemcpyHtoD(offset, &value, sizeof value) == CUDA_SUCCESS);
  CUfunction function;
  HOLDS(nvrtcGetLoweredName(program, of_double.c_str(), &name) == NVRTC_SUCCESS);
  HOLDS(cuModuleGetFunction(&function, module, name) == CUDA_SUCCESS);
  void* arguments[] = {&out};
  HOLDS(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_SUCCESS);
  HOLDS(cuCtxSynchronize() == CUDA_SUCCESS);
  HOLDS(out[31] == 125);
  HOLDS(nvrtcGetLoweredName(program, " space::add<int, 2>", &name) == NVRTC_SUCCESS);
  HOLDS(cuModuleGetFunction(&function, module, name) == CUDA_SUCCESS);
  cudaFree(out);
  HOLDS(nvrtcDestroyProgram(&program) == NVRTC_SUCCESS);
  return true;
}

static nvrtcResult compile_including(const std::string& name, const char* include, std::vector<const char*> options = {},
                                     bool has_header = false) {
  const std::string text = std::string("#include ") + include + "\n__global__ void k(int* out) { *out = VALUE; }\n";
  const char *header = "#define VALUE 2\n", *header_name = "beside.h";
  nvrtcProgram program;
  if (nvrtcCreateProgram(&program, text.c_str(), name.c_str(), has_header, &header, &header_name) != NVRTC_SUCCESS)
    std::printf("no program\n");
  const nvrtcResult result = compile(program, options);
  nvrtcDestroyProgram(&program);
  return result;
}

// An include in quotes is looked for beside the file that the program's name names, which need not exist.
static bool header_beside_the_source() {
  char folder[] = "/tmp/beside, the source XXXXXX";
  HOLDS(mkdtemp(folder));
  const std::string header = std::string(folder) + "/beside.h", name = std::string(folder) + "/kernel.cu";
  std::ofstream(header) << "#define VALUE 1\n";
  const bool holds = compile_including(name, "\"beside.h\"") == NVRTC_SUCCESS &&
                     compile_including(name, "<beside.h>") == NVRTC_ERROR_COMPILATION &&
                     compile_including("kernel.cu", "\"beside.h\"") == NVRTC_ERROR_COMPILATION &&
                     compile_including(name, "\"beside.h\"", {"--no-source-include"}) == NVRTC_ERROR_COMPILATION &&
                     compile_including(name, "\"beside.h\"", {"--no-source-include"}, true) == NVRTC_SUCCESS;
  std::remove(header.c_str());
  rmdir(folder);
  HOLDS(holds);
  return true;
}

static bool errors() {
  nvrtcProgram program;
  HOLDS(nvrtcCreateProgram(&program, "__global__ void broken(int* out) {\n  *out = missing;\n}\n", "broken.cu", 0,
                           nullptr, nullptr) == NVRTC_SUCCESS);
  HOLDS(compile(program) == NVRTC_ERROR_COMPILATION);
  const std::string log = log_of(program);
  HOLDS(log.find("broken.cu") != log.npos && log.find("missing") != log.npos && log.find("error") != log.npos);
  size_t size = 0;
  HOLDS(nvrtcGetPTXSize(program, &size) != NVRTC_SUCCESS);
  HOLDS(nvrtcDestroyProgram(&program) == NVRTC_SUCCESS);
  HOLDS(nvrtcDestroyProgram(&program) == NVRTC_ERROR_INVALID_PROGRAM);
  HOLDS(nvrtcCreateProgram(&program, "", "empty.cu", 0, nullptr, nullptr) == NVRTC_SUCCESS);
  HOLDS(compile(program, {"--no-such-option"}) == NVRTC_ERROR_INVALID_OPTION);
  HOLDS(!log_of(program).empty());
  HOLDS(nvrtcDestroyProgram(&program) == NVRTC_SUCCESS);
  HOLDS(nvrtcCreateProgram(&program, nullptr, "none.cu", 0, nullptr, nullptr) == NVRTC_ERROR_INVALID_INPUT);
  HOLDS(std::strcmp(nvrtcGetErrorString(NVRTC_ERROR_COMPILATION), "NVRTC_ERROR_COMPILATION") == 0);
  int major = 0, minor = 0, count = 0;
  HOLDS(nvrtcVersion(&major, &minor) == NVRTC_SUCCESS && major >= 12);
  HOLDS(nvrtcGetNumSupportedArchs(&count) == NVRTC_SUCCESS && count > 0);
  return true;
}

static bool default_device() {
  nvrtcProgram program;
  HOLDS(nvrtcCreateProgram(&program,
                           "int twice(int x) { return 2 * x; }\n"
                           "extern \"C\" __global__ void fill(int* out) { out[threadIdx.x] = twice(threadIdx.x); }\n",
                           "fill.cu", 0, nullptr, nullptr) == NVRTC_SUCCESS);
  if (compile(program, {"-default-device"}) != NVRTC_SUCCESS) {
    std::printf("%s\n", log_of(program).c_str());
    return false;
  }
  HOLDS(nvrtcDestroyProgram(&program) == NVRTC_SUCCESS);
  return true;
}

int main() {
  cudaFree(nullptr);  // makes the primary context current
  if (cuInit(0) != CUDA_SUCCESS || !saxpy() || !names_and_headers() || !header_beside_the_source() || !errors() || !default_device()) return 1;
  std::puts("ok");
}
