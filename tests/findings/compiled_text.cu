// A kernel that is compiled while the program runs is reported by the name that the program gave its text.
// flags: -lcuda -lnvrtc
// told: ^race_in_a_text$
// told: ^rows.h$
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <string>
#include <vector>

// As many lines before the text as in this file, so that both have the same numbers.
const std::string kHeader = std::string(__LINE__ - 1, '\n') + R"(
__device__ inline void put(int* row, int n) {
  if (threadIdx.x <= n) row[threadIdx.x] = 1;  // expect: out-of-bounds-global
}
)";
const std::string kText = std::string(__LINE__ - 1, '\n') + R"(
#include "rows.h"
extern "C" __global__ void last_wins(int* out, int n) {
  out[0] = threadIdx.x;  // expect: race-global
  __syncthreads();
  put(out, n);
}
)";

int main() {
  nvrtcProgram program;
  const char* text = kHeader.c_str();
  const char* name = "rows.h";
  nvrtcCreateProgram(&program, kText.c_str(), "race_in_a_text", 1, &text, &name);
  if (nvrtcCompileProgram(program, 0, nullptr) != NVRTC_SUCCESS) return 1;
  size_t size = 0;
  nvrtcGetPTXSize(program, &size);
  std::vector<char> ptx(size);
  nvrtcGetPTX(program, ptx.data());
  nvrtcDestroyProgram(&program);

  int* out;
  cudaMalloc(&out, 20 * sizeof(int));
  CUmodule module;
  CUfunction function;
  int n = 20;
  void* arguments[] = {&out, &n};
  if (cuModuleLoadData(&module, ptx.data()) || cuModuleGetFunction(&function, module, "last_wins")) return 1;
  cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr);
  cudaDeviceSynchronize();
  cudaFree(out);
  cuModuleUnload(module);
}
