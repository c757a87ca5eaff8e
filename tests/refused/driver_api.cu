#include <cuda.h>
int main() {
  CUmodule module;
  CUjit_option options[1];  // refused: CUjit_option.*driver API
  options[0] = CU_JIT_MAX_REGISTERS;  // refused: CU_JIT_MAX_REGISTERS.*driver API
  CUdeviceptr place = 0;
  cuMemAlloc_v2(&place, 4);  // refused: cuMemAlloc_v2
  return cuModuleLoad(&module, "kernel.ptx");  // refused: cuModuleLoad
}
