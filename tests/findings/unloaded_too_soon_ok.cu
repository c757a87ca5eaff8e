// Modules that are unloaded once the host has waited for their kernels: for the stream, for a copy, for an event; and
// one whose kernels were never launched, while another's may be running.
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
  int *out, host[32];
  cudaMalloc(&out, sizeof host);
  void* arguments[] = {&out};
  CUmodule module, idle;
  CUfunction fill;
  if (cuModuleLoadData(&idle, ptx.data())) return 1;
  CUstream stream;
  CUevent event;
  cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
  cuEventCreate(&event, CU_EVENT_DEFAULT);
  for (int wait = 0; wait < 3; ++wait) {
    if (cuModuleLoadData(&module, ptx.data()) || cuModuleGetFunction(&fill, module, "fill")) return 1;
    cuLaunchKernel(fill, 1, 1, 1, 32, 1, 1, 0, wait == 1 ? nullptr : stream, arguments, nullptr);
    if (wait == 0) {
      cuModuleUnload(idle);
      cuStreamSynchronize(stream);
    } else if (wait == 1) {
      cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    } else {
      cuEventRecord(event, stream);
      cuEventSynchronize(event);
    }
    cuModuleUnload(module);
  }
  printf("%d\n", host[31]);
  cuEventDestroy(event);
  cuStreamDestroy(stream);
  cudaFree(out);
}
