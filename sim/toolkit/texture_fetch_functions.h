#pragma once

// Texture references of CUDA 11 and earlier: `texture<float, 2> t;` at file scope, bound by the host, fetched from by
// name in device code. The read mode determines the result of a fetch: the element, or floats in its channels.

#if defined(__cplusplus)

#include "channel_descriptor.h"
#include "lockstep/texture_references.h"

#if defined(__CUDA__)
#include "texture_indirect_functions.h"
#define __LOCKSTEP_REFERENCE_TYPE__(kind) __attribute__((device_builtin_##kind##_type))
#else
#define __LOCKSTEP_REFERENCE_TYPE__(kind)
#endif

template <class T, int Type = cudaTextureType1D, enum cudaTextureReadMode Mode = cudaReadModeElementType>
struct __LOCKSTEP_REFERENCE_TYPE__(texture) texture : public textureReference {
  texture(int norm = 0, enum cudaTextureFilterMode fMode = cudaFilterModePoint,
          enum cudaTextureAddressMode aMode = cudaAddressModeClamp)
      : texture(norm, fMode, aMode, cudaCreateChannelDesc<T>()) {}
  texture(int norm, enum cudaTextureFilterMode fMode, enum cudaTextureAddressMode aMode, cudaChannelFormatDesc desc)
      : textureReference() {
    normalized = norm;
    filterMode = fMode;
    addressMode[0] = addressMode[1] = addressMode[2] = aMode;
    channelDesc = desc;
  }
};

template <class T, int Type, enum cudaTextureReadMode Mode>
static inline cudaError_t cudaBindTexture(size_t* offset, const texture<T, Type, Mode>& tex, const void* devPtr,
                                          const cudaChannelFormatDesc& desc, size_t size = UINT_MAX) {
  return cudaBindTexture(offset, (const textureReference*)&tex, devPtr, &desc, size);
}
template <class T, int Type, enum cudaTextureReadMode Mode>
static inline cudaError_t cudaBindTexture(size_t* offset, const texture<T, Type, Mode>& tex, const void* devPtr,
                                          size_t size = UINT_MAX) {
  return cudaBindTexture(offset, (const textureReference*)&tex, devPtr, &tex.channelDesc, size);
}
template <class T, int Type, enum cudaTextureReadMode Mode>
static inline cudaError_t cudaBindTexture2D(size_t* offset, const texture<T, Type, Mode>& tex, const void* devPtr,
                                            const cudaChannelFormatDesc& desc, size_t width, size_t height,
                                            size_t pitch) {
  return cudaBindTexture2D(offset, (const textureReference*)&tex, devPtr, &desc, width, height, pitch);
}
template <class T, int Type, enum cudaTextureReadMode Mode>
static inline cudaError_t cudaBindTexture2D(size_t* offset, const texture<T, Type, Mode>& tex, const void* devPtr,
                                            size_t width, size_t height, size_t pitch) {
  return cudaBindTexture2D(offset, (const textureReference*)&tex, devPtr, &tex.channelDesc, width, height, pitch);
}
template <class T, int Type, enum cudaTextureReadMode Mode>
static inline cudaError_t cudaBindTextureToArray(const texture<T, Type, Mode>& tex, cudaArray_const_t array,
                                                 const cudaChannelFormatDesc& desc) {
  return cudaBindTextureToArray((const textureReference*)&tex, array, &desc);
}
template <class T, int Type, enum cudaTextureReadMode Mode>
static inline cudaError_t cudaBindTextureToArray(const texture<T, Type, Mode>& tex, cudaArray_const_t array) {
  return cudaBindTextureToArray((const textureReference*)&tex, array, &tex.channelDesc);
}
template <class T, int Type, enum cudaTextureReadMode Mode>
static inline cudaError_t cudaBindTextureToMipmappedArray(const texture<T, Type, Mode>& tex,
                                                          cudaMipmappedArray_const_t mipmappedArray) {
  return cudaBindTextureToMipmappedArray((const textureReference*)&tex, mipmappedArray, &tex.channelDesc);
}
template <class T, int Type, enum cudaTextureReadMode Mode>
static inline cudaError_t cudaUnbindTexture(const texture<T, Type, Mode>& tex) {
  return cudaUnbindTexture((const textureReference*)&tex);
}
template <class T, int Type, enum cudaTextureReadMode Mode>
static inline cudaError_t cudaGetTextureAlignmentOffset(size_t* offset, const texture<T, Type, Mode>& tex) {
  return cudaGetTextureAlignmentOffset(offset, (const textureReference*)&tex);
}

// A surface reference.
template <class T, int Type = cudaSurfaceType1D>
struct __LOCKSTEP_REFERENCE_TYPE__(surface) surface : public surfaceReference {
  surface() : surfaceReference() {}
};
// Programs write surface<void, cudaSurfaceType2D>.
template <int Type>
struct __LOCKSTEP_REFERENCE_TYPE__(surface) surface<void, Type> : public surfaceReference {
  surface() : surfaceReference() {}
};
template <class T, int Type>
static inline cudaError_t cudaBindSurfaceToArray(const surface<T, Type>& surf, cudaArray_const_t array) {
  return cudaBindSurfaceToArray((const surfaceReference*)&surf, array, (const cudaChannelFormatDesc*)0);
}
template <class T, int Type>
static inline cudaError_t cudaBindSurfaceToArray(const surface<T, Type>& surf, cudaArray_const_t array,
                                                 const cudaChannelFormatDesc& desc) {
  return cudaBindSurfaceToArray((const surfaceReference*)&surf, array, &desc);
}

#if defined(__CUDA__)

// The type of a fetch's result: T itself, or for normalised reads the same number of floats.
template <class T, enum cudaTextureReadMode Mode>
struct __lockstep_fetched {
  typedef T type;
};
#define __LOCKSTEP_FETCHED__(vector, scalar)                                                                        \
  template <> struct __lockstep_fetched<scalar, cudaReadModeNormalizedFloat> { typedef float type; };               \
  template <> struct __lockstep_fetched<vector##1, cudaReadModeNormalizedFloat> { typedef float1 type; };           \
  template <> struct __lockstep_fetched<vector##2, cudaReadModeNormalizedFloat> { typedef float2 type; };           \
  template <> struct __lockstep_fetched<vector##4, cudaReadModeNormalizedFloat> { typedef float4 type; };
__LOCKSTEP_FETCHED__(char, signed char)
__LOCKSTEP_FETCHED__(uchar, unsigned char)
__LOCKSTEP_FETCHED__(short, short)
__LOCKSTEP_FETCHED__(ushort, unsigned short)
template <> struct __lockstep_fetched<char, cudaReadModeNormalizedFloat> { typedef float type; };
#undef __LOCKSTEP_FETCHED__

#define __LOCKSTEP_BY_NAME__(name, parameters, arguments)                                              \
  template <class T, int Type, enum cudaTextureReadMode Mode>                                          \
  __LOCKSTEP_FETCH__ typename __lockstep_fetched<T, Mode>::type name(const texture<T, Type, Mode>& t,  \
                                                                     __LOCKSTEP_PASS__ parameters) {   \
    return name<typename __lockstep_fetched<T, Mode>::type>(t.lockstepObject, __LOCKSTEP_PASS__ arguments); \
  }
#define __LOCKSTEP_PASS__(...) __VA_ARGS__
__LOCKSTEP_BY_NAME__(tex1Dfetch, (int x), (x))
__LOCKSTEP_BY_NAME__(tex1D, (float x), (x))
__LOCKSTEP_BY_NAME__(tex2D, (float x, float y), (x, y))
__LOCKSTEP_BY_NAME__(tex3D, (float x, float y, float z), (x, y, z))
__LOCKSTEP_BY_NAME__(tex1DLayered, (float x, int layer), (x, layer))
__LOCKSTEP_BY_NAME__(tex2DLayered, (float x, float y, int layer), (x, y, layer))
__LOCKSTEP_BY_NAME__(texCubemap, (float x, float y, float z), (x, y, z))
__LOCKSTEP_BY_NAME__(texCubemapLayered, (float x, float y, float z, int layer), (x, y, z, layer))
__LOCKSTEP_BY_NAME__(tex1DLod, (float x, float level), (x, level))
__LOCKSTEP_BY_NAME__(tex2DLod, (float x, float y, float level), (x, y, level))
__LOCKSTEP_BY_NAME__(tex3DLod, (float x, float y, float z, float level), (x, y, z, level))
#undef __LOCKSTEP_BY_NAME__
#undef __LOCKSTEP_PASS__

#endif
#undef __LOCKSTEP_REFERENCE_TYPE__
#endif
