#pragma once

// Fetches from texture objects in device code. The runtime does the sampling (sim/api/texture_fetch.cpp); this header
// converts its four words to the program's type: floats if the texture reads as floats, else integers.

#if defined(__cplusplus) && defined(__CUDA__)

#include "texture_types.h"
#include "vector_types.h"

#define __LOCKSTEP_TEXTURE__ extern "C" __attribute__((device, nothrow))
__LOCKSTEP_TEXTURE__ void __lockstep_texture_element(unsigned long long handle, int index, unsigned* out);
__LOCKSTEP_TEXTURE__ const void* __lockstep_texture_place(unsigned long long handle, int index);
__LOCKSTEP_TEXTURE__ bool __lockstep_texture_has_words(unsigned long long handle);
__LOCKSTEP_TEXTURE__ const void* __lockstep_texture_corner(unsigned long long handle, unsigned shape, float x, float y,
                                                           float z, int layer, float lod);
__LOCKSTEP_TEXTURE__ void __lockstep_texture_sample(unsigned long long handle, unsigned shape, float x, float y,
                                                    float z, int layer, float lod, unsigned* out);
__LOCKSTEP_TEXTURE__ float __lockstep_texture_lod(unsigned long long handle, float dxdx, float dydx, float dzdx,
                                                  float dxdy, float dydy, float dzdy);
__LOCKSTEP_TEXTURE__ void __lockstep_texture_gather(unsigned long long handle, float x, float y, int channel,
                                                    unsigned* out);
#undef __LOCKSTEP_TEXTURE__

#define __LOCKSTEP_FETCH__ static __inline__ __attribute__((device, always_inline))

template <class T>
struct __lockstep_word {
  static __attribute__((device, always_inline)) T from(unsigned word) { return (T)word; }
};
template <>
struct __lockstep_word<float> {
  __LOCKSTEP_FETCH__ float from(unsigned word) { return __builtin_bit_cast(float, word); }
};

// Converts the four words to a T.
template <class T>
struct __lockstep_texel;
#define __LOCKSTEP_TEXEL_SCALAR__(type)                                                                       \
  template <>                                                                                                 \
  struct __lockstep_texel<type> {                                                                             \
    __LOCKSTEP_FETCH__ type from(const unsigned* w) { return __lockstep_word<type>::from(w[0]); }             \
  };
#define __LOCKSTEP_TEXEL_VECTORS__(vector, type)                                                              \
  template <>                                                                                                 \
  struct __lockstep_texel<vector##1> {                                                                        \
    __LOCKSTEP_FETCH__ vector##1 from(const unsigned* w) { return {__lockstep_word<type>::from(w[0])}; }      \
  };                                                                                                          \
  template <>                                                                                                 \
  struct __lockstep_texel<vector##2> {                                                                        \
    __LOCKSTEP_FETCH__ vector##2 from(const unsigned* w) {                                                    \
      return {__lockstep_word<type>::from(w[0]), __lockstep_word<type>::from(w[1])};                          \
    }                                                                                                         \
  };                                                                                                          \
  template <>                                                                                                 \
  struct __lockstep_texel<vector##4> {                                                                        \
    __LOCKSTEP_FETCH__ vector##4 from(const unsigned* w) {                                                    \
      return {__lockstep_word<type>::from(w[0]), __lockstep_word<type>::from(w[1]),                           \
              __lockstep_word<type>::from(w[2]), __lockstep_word<type>::from(w[3])};                          \
    }                                                                                                         \
  };
#define __LOCKSTEP_TEXEL_FAMILY__(vector, type) __LOCKSTEP_TEXEL_SCALAR__(type) __LOCKSTEP_TEXEL_VECTORS__(vector, type)
__LOCKSTEP_TEXEL_SCALAR__(char)
__LOCKSTEP_TEXEL_FAMILY__(char, signed char)
__LOCKSTEP_TEXEL_FAMILY__(uchar, unsigned char)
__LOCKSTEP_TEXEL_FAMILY__(short, short)
__LOCKSTEP_TEXEL_FAMILY__(ushort, unsigned short)
__LOCKSTEP_TEXEL_FAMILY__(int, int)
__LOCKSTEP_TEXEL_FAMILY__(uint, unsigned int)
__LOCKSTEP_TEXEL_FAMILY__(float, float)
#undef __LOCKSTEP_TEXEL_SCALAR__
#undef __LOCKSTEP_TEXEL_VECTORS__
#undef __LOCKSTEP_TEXEL_FAMILY__

// The checker sees a read of the first texel that a fetch needs (for a gather, of the nearest one), and of what a
// texture has no longer. Its value is lost, so the compiler leaves the read itself out.
#if defined(__LOCKSTEP_CHECKS__)
__LOCKSTEP_FETCH__ void __lockstep_touch_texel(const void* element, bool has_words) {
  if (element && has_words) {
    unsigned lost = *(const unsigned*)element;
    (void)lost;
  } else if (element) {
    unsigned char lost = *(const unsigned char*)element;
    (void)lost;
  }
}
#define __LOCKSTEP_READ_ELEMENT__(handle, index) \
  __lockstep_touch_texel(__lockstep_texture_place(handle, index), __lockstep_texture_has_words(handle))
#define __LOCKSTEP_READ_CORNER__(handle, ...) \
  __lockstep_touch_texel(__lockstep_texture_corner(handle, __VA_ARGS__), __lockstep_texture_has_words(handle))
#else
#define __LOCKSTEP_READ_CORNER__(handle, ...)
#define __LOCKSTEP_READ_ELEMENT__(handle, index)
#endif

enum __lockstep_texture_shape { __lockstep_1D = 1, __lockstep_2D = 2, __lockstep_3D = 3, __lockstep_cubemap = 4,
                                __lockstep_layered = 8 };

template <class T>
__LOCKSTEP_FETCH__ T __lockstep_fetch(unsigned long long handle, unsigned shape, float x, float y, float z, int layer,
                                      float lod) {
  __LOCKSTEP_READ_CORNER__(handle, shape, x, y, z, layer, lod);
  unsigned words[4];
  __lockstep_texture_sample(handle, shape, x, y, z, layer, lod, words);
  return __lockstep_texel<T>::from(words);
}

// Every fetch in two forms: returning the value, or storing it through a pointer.
#define __LOCKSTEP_FETCHES__(name, parameters, arguments, value)                            \
  template <class T>                                                                        \
  __LOCKSTEP_FETCH__ T name parameters {                                                    \
    return value;                                                                           \
  }                                                                                         \
  template <class T>                                                                        \
  __LOCKSTEP_FETCH__ void name(T* __out, __LOCKSTEP_PASS__ parameters) {                    \
    *__out = name<T> arguments;                                                             \
  }
#define __LOCKSTEP_PASS__(...) __VA_ARGS__

template <class T>
__LOCKSTEP_FETCH__ T tex1Dfetch(cudaTextureObject_t obj, int x) {
  __LOCKSTEP_READ_ELEMENT__(obj, x);
  unsigned words[4];
  __lockstep_texture_element(obj, x, words);
  return __lockstep_texel<T>::from(words);
}
template <class T>
__LOCKSTEP_FETCH__ void tex1Dfetch(T* __out, cudaTextureObject_t obj, int x) {
  *__out = tex1Dfetch<T>(obj, x);
}
template <class T>
__LOCKSTEP_FETCH__ T tex2Dgather(cudaTextureObject_t obj, float x, float y, int comp = 0) {
  __LOCKSTEP_READ_CORNER__(obj, __lockstep_2D, x, y, 0, 0, 0);
  unsigned words[4];
  __lockstep_texture_gather(obj, x, y, comp, words);
  return __lockstep_texel<T>::from(words);
}
template <class T>
__LOCKSTEP_FETCH__ void tex2Dgather(T* __out, cudaTextureObject_t obj, float x, float y, int comp = 0) {
  *__out = tex2Dgather<T>(obj, x, y, comp);
}

__LOCKSTEP_FETCHES__(tex1D, (cudaTextureObject_t obj, float x), (obj, x),
                     __lockstep_fetch<T>(obj, __lockstep_1D, x, 0, 0, 0, 0))
__LOCKSTEP_FETCHES__(tex2D, (cudaTextureObject_t obj, float x, float y), (obj, x, y),
                     __lockstep_fetch<T>(obj, __lockstep_2D, x, y, 0, 0, 0))
__LOCKSTEP_FETCHES__(tex3D, (cudaTextureObject_t obj, float x, float y, float z), (obj, x, y, z),
                     __lockstep_fetch<T>(obj, __lockstep_3D, x, y, z, 0, 0))
__LOCKSTEP_FETCHES__(tex1DLayered, (cudaTextureObject_t obj, float x, int layer), (obj, x, layer),
                     __lockstep_fetch<T>(obj, __lockstep_1D | __lockstep_layered, x, 0, 0, layer, 0))
__LOCKSTEP_FETCHES__(tex2DLayered, (cudaTextureObject_t obj, float x, float y, int layer), (obj, x, y, layer),
                     __lockstep_fetch<T>(obj, __lockstep_2D | __lockstep_layered, x, y, 0, layer, 0))
__LOCKSTEP_FETCHES__(texCubemap, (cudaTextureObject_t obj, float x, float y, float z), (obj, x, y, z),
                     __lockstep_fetch<T>(obj, __lockstep_cubemap, x, y, z, 0, 0))
__LOCKSTEP_FETCHES__(texCubemapLayered, (cudaTextureObject_t obj, float x, float y, float z, int layer),
                     (obj, x, y, z, layer),
                     __lockstep_fetch<T>(obj, __lockstep_cubemap | __lockstep_layered, x, y, z, layer, 0))

// --- at a level of detail
__LOCKSTEP_FETCHES__(tex1DLod, (cudaTextureObject_t obj, float x, float level), (obj, x, level),
                     __lockstep_fetch<T>(obj, __lockstep_1D, x, 0, 0, 0, level))
__LOCKSTEP_FETCHES__(tex2DLod, (cudaTextureObject_t obj, float x, float y, float level), (obj, x, y, level),
                     __lockstep_fetch<T>(obj, __lockstep_2D, x, y, 0, 0, level))
__LOCKSTEP_FETCHES__(tex3DLod, (cudaTextureObject_t obj, float x, float y, float z, float level),
                     (obj, x, y, z, level), __lockstep_fetch<T>(obj, __lockstep_3D, x, y, z, 0, level))
__LOCKSTEP_FETCHES__(tex1DLayeredLod, (cudaTextureObject_t obj, float x, int layer, float level),
                     (obj, x, layer, level),
                     __lockstep_fetch<T>(obj, __lockstep_1D | __lockstep_layered, x, 0, 0, layer, level))
__LOCKSTEP_FETCHES__(tex2DLayeredLod, (cudaTextureObject_t obj, float x, float y, int layer, float level),
                     (obj, x, y, layer, level),
                     __lockstep_fetch<T>(obj, __lockstep_2D | __lockstep_layered, x, y, 0, layer, level))
__LOCKSTEP_FETCHES__(texCubemapLod, (cudaTextureObject_t obj, float x, float y, float z, float level),
                     (obj, x, y, z, level), __lockstep_fetch<T>(obj, __lockstep_cubemap, x, y, z, 0, level))
__LOCKSTEP_FETCHES__(texCubemapLayeredLod,
                     (cudaTextureObject_t obj, float x, float y, float z, int layer, float level),
                     (obj, x, y, z, layer, level),
                     __lockstep_fetch<T>(obj, __lockstep_cubemap | __lockstep_layered, x, y, z, layer, level))

// --- with derivatives, from which the level of detail follows
__LOCKSTEP_FETCHES__(tex1DGrad, (cudaTextureObject_t obj, float x, float dPdx, float dPdy), (obj, x, dPdx, dPdy),
                     __lockstep_fetch<T>(obj, __lockstep_1D, x, 0, 0, 0,
                                         __lockstep_texture_lod(obj, dPdx, 0, 0, dPdy, 0, 0)))
__LOCKSTEP_FETCHES__(tex2DGrad, (cudaTextureObject_t obj, float x, float y, float2 dPdx, float2 dPdy),
                     (obj, x, y, dPdx, dPdy),
                     __lockstep_fetch<T>(obj, __lockstep_2D, x, y, 0, 0,
                                         __lockstep_texture_lod(obj, dPdx.x, dPdx.y, 0, dPdy.x, dPdy.y, 0)))
__LOCKSTEP_FETCHES__(tex3DGrad, (cudaTextureObject_t obj, float x, float y, float z, float4 dPdx, float4 dPdy),
                     (obj, x, y, z, dPdx, dPdy),
                     __lockstep_fetch<T>(obj, __lockstep_3D, x, y, z, 0,
                                         __lockstep_texture_lod(obj, dPdx.x, dPdx.y, dPdx.z, dPdy.x, dPdy.y, dPdy.z)))
__LOCKSTEP_FETCHES__(tex1DLayeredGrad, (cudaTextureObject_t obj, float x, int layer, float dPdx, float dPdy),
                     (obj, x, layer, dPdx, dPdy),
                     __lockstep_fetch<T>(obj, __lockstep_1D | __lockstep_layered, x, 0, 0, layer,
                                         __lockstep_texture_lod(obj, dPdx, 0, 0, dPdy, 0, 0)))
__LOCKSTEP_FETCHES__(tex2DLayeredGrad,
                     (cudaTextureObject_t obj, float x, float y, int layer, float2 dPdx, float2 dPdy),
                     (obj, x, y, layer, dPdx, dPdy),
                     __lockstep_fetch<T>(obj, __lockstep_2D | __lockstep_layered, x, y, 0, layer,
                                         __lockstep_texture_lod(obj, dPdx.x, dPdx.y, 0, dPdy.x, dPdy.y, 0)))

#undef __LOCKSTEP_FETCHES__
#undef __LOCKSTEP_READ_CORNER__
#undef __LOCKSTEP_READ_ELEMENT__
#undef __LOCKSTEP_PASS__

#endif
