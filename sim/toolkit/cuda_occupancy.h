#pragma once

// Libraries include this header and call none of its functions, which compute what the runtime knows.

#include <stddef.h>

#if defined(__cplusplus)
struct cudaOccDeviceProp;
struct cudaOccFuncAttributes;
struct cudaOccDeviceState;
struct cudaOccResult;
#define __LOCKSTEP_UNAVAILABLE__(instead) \
  __attribute__((unavailable("Lockstep has no calculator of cuda_occupancy.h: call " instead)))
extern "C" {
__LOCKSTEP_UNAVAILABLE__("cudaOccupancyMaxActiveBlocksPerMultiprocessor")
int cudaOccMaxActiveBlocksPerMultiprocessor(cudaOccResult* result, const cudaOccDeviceProp* properties,
                                            const cudaOccFuncAttributes* attributes, const cudaOccDeviceState* state,
                                            int blockSize, size_t dynamicSmemSize);
__LOCKSTEP_UNAVAILABLE__("cudaOccupancyMaxPotentialBlockSize")
int cudaOccMaxPotentialOccupancyBlockSize(int* minGridSize, int* blockSize, const cudaOccDeviceProp* properties,
                                          const cudaOccFuncAttributes* attributes, const cudaOccDeviceState* state,
                                          size_t (*blockSizeToDynamicSMemSize)(int), size_t dynamicSMemSize);
}
#undef __LOCKSTEP_UNAVAILABLE__
#endif
