#pragma once

// Texture and surface references of CUDA 11 and earlier: the calls that bind them.

#include "../cuda_runtime_api.h"

#if defined(__cplusplus)
extern "C" {
#define __LOCKSTEP_OR__(value) = value
#else
#define __LOCKSTEP_OR__(value)
#endif
#pragma GCC visibility push(default)
cudaError_t cudaBindTexture(size_t* offset, const struct textureReference* texref, const void* devPtr,
    const struct cudaChannelFormatDesc* desc, size_t size __LOCKSTEP_OR__(UINT_MAX));
cudaError_t cudaBindTexture2D(size_t* offset, const struct textureReference* texref, const void* devPtr,
    const struct cudaChannelFormatDesc* desc, size_t width, size_t height, size_t pitch);
cudaError_t cudaBindTextureToArray(const struct textureReference* texref, cudaArray_const_t array,
    const struct cudaChannelFormatDesc* desc);
cudaError_t cudaBindTextureToMipmappedArray(const struct textureReference* texref,
    cudaMipmappedArray_const_t mipmappedArray, const struct cudaChannelFormatDesc* desc);
cudaError_t cudaUnbindTexture(const struct textureReference* texref);
cudaError_t cudaGetTextureAlignmentOffset(size_t* offset, const struct textureReference* texref);
cudaError_t cudaGetTextureReference(const struct textureReference** texref, const void* symbol);
cudaError_t cudaBindSurfaceToArray(const struct surfaceReference* surfref, cudaArray_const_t array,
    const struct cudaChannelFormatDesc* desc);
cudaError_t cudaGetSurfaceReference(const struct surfaceReference** surfref, const void* symbol);
#pragma GCC visibility pop
#undef __LOCKSTEP_OR__
#if defined(__cplusplus)
}
#endif
