// flags: -lcuda -lnvrtc
// The correct twin of compiled_text.cu: one thread writes the cell, and none writes behind the end.
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <vector>

const char* const kHeader = R"(
__device__ inline void put(int* row, int n) {
  if (threadIdx.x < n) row[threadIdx.x] = 1;
}
)";
const char* const kText = R"(
#include "rows.h"
extern "C" __global__ void last_wins(int* out, int n) {
  if (threadIdx.x == 0) out[0] = 7;
  __syncthreads();
  put(out, n);
}
)";

int main() {
  nvrtcProgram program;
  const char* name = "rows.h";
  nvrtcCreateProgram(&program, kText, "one_writes", 1, &kHeader, &name);
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
