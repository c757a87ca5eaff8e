#include <cuda.h>
#include <cudaTypedefs.h>

// What libraries' headers name is declared, with NVIDIA's layouts; code for a call is refused.
static_assert(sizeof(CUtensorMap) == 128 && sizeof(CUmemPoolProps) == 88 && CU_TENSOR_MAP_SWIZZLE_128B == 3);
static_assert(sizeof(CUmemcpyAttributes) == 24 && sizeof(CUDA_KERNEL_NODE_PARAMS) == 72);
static_assert(sizeof(CUdevResource) == 144 && sizeof(CUdevSmResource) == 12 && CU_DEV_RESOURCE_TYPE_SM == 1);
inline CUresult Unused(CUdevResourceDesc* description, CUdevResource* resource) {
  return cuDevResourceGenerateDesc(description, resource, 1);
}
using Encode = decltype(cuTensorMapEncodeTiled)*;
// A type is no use of the function, even of one with refused parameters.
PFN_cuTensorMapEncodeTiled_v12000 encode;
PFN_cuArrayCreate_v3020 create;

int main() {
  return cuGreenCtxDestroy(nullptr);  // refused: cuGreenCtxDestroy.*driver API
}
