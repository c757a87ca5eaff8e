#include <cuda.h>
#include <cudaTypedefs.h>

// What libraries' headers name is declared, with NVIDIA's layouts; code for a call is refused.
static_assert(sizeof(CUtensorMap) == 128 && sizeof(CUmemPoolProps) == 88 && CU_TENSOR_MAP_SWIZZLE_128B == 3);
static_assert(sizeof(CUmemcpyAttributes) == 24 && sizeof(CUDA_KERNEL_NODE_PARAMS) == 72);
inline CUresult Unused(CUmemoryPool* pool, const CUmemPoolProps* properties) {
  return cuMemPoolCreate(pool, properties);
}
using Encode = decltype(cuTensorMapEncodeTiled)*;

int main() {
  return cuMemPoolDestroy(nullptr);  // refused: cuMemPoolDestroy.*driver API
}
