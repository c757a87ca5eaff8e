// Modules that are unloaded while their kernels may still be running, by two calls. Waiting for another stream is no
// help.
// flags: -lcuda -lnvrtc
// counts: unloaded-too-soon
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <vector>

std::vector<char> compiled() {
  nvrtcProgram program;
  nvrtcCreateProgram(&program, "extern \"C\" __global__ void fill(int* out) { out[threadIdx.x] = 1; }", "fill", 0, nullptr,
                     nullptr);
  if (nvrtcCompileProgram(program, 0, nullptr) != NVRTC_SUCCESS) return {};
  size_t size = 0;
  nvrtcGetPTXSize(program, &size);
  std::vector<char> ptx(size);
  nvrtcGetPTX(program, ptx.data());
  nvrtcDestroyProgram(&program);
  return ptx;
}

int main() {
  const std::vector<char> ptx = compiled();
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  void* arguments[] = {&out};
  CUmodule module;
  CUfunction of_module;
  if (cuModuleLoadData(&module, ptx.data()) || cuModuleGetFunction(&of_module, module, "fill")) return 1;
  cuLaunchKernel(of_module, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr);
  cuModuleUnload(module);  // expect: unloaded-too-soon
  cudaDeviceSynchronize();

  CUstream one, other;
  cuStreamCreate(&one, CU_STREAM_NON_BLOCKING);
  cuStreamCreate(&other, CU_STREAM_NON_BLOCKING);
  CUlibrary library;
  CUkernel of_library;
  if (cuLibraryLoadData(&library, ptx.data(), nullptr, nullptr, 0, nullptr, nullptr, 0)) return 1;
  if (cuLibraryGetKernel(&of_library, library, "fill")) return 1;
  cuLaunchKernel(reinterpret_cast<CUfunction>(of_library), 1, 1, 1, 32, 1, 1, 0, one, arguments, nullptr);
  cuStreamSynchronize(other);
  cuLibraryUnload(library);  // expect: unloaded-too-soon
  cuStreamSynchronize(one);
  cuStreamDestroy(one);
  cuStreamDestroy(other);
  cudaFree(out);
}
