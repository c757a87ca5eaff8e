#include <cuda.h>
int main() {
  CUarray array;
  CUDA_ARRAY_DESCRIPTOR description;  // refused: CUDA_ARRAY_DESCRIPTOR.*driver API
  cuArrayCreate(&array, &description);  // refused: cuArrayCreate
  int kind = CU_JIT_INPUT_PTX;  // refused: CU_JIT_INPUT_PTX.*driver API
  CUdeviceptr place = 0;
  cuMemAddressReserve(&place, 1 << 21, 0, 0, 0);  // refused: cuMemAddressReserve
  return cuGraphCreate(nullptr, kind);  // refused: cuGraphCreate
}
