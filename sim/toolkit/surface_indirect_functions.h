#pragma once

// Reading and writing surface objects in device code. x is in bytes, y and z in elements.

#if defined(__cplusplus) && defined(__CUDA__)

#include "surface_types.h"
#include "vector_types.h"

extern "C" __attribute__((device, nothrow)) void* __lockstep_surface_address(unsigned long long handle, int x, int y,
                                                                             int z, int size, int mode);

#define __LOCKSTEP_SURFACE__ static __inline__ __attribute__((device, always_inline))

template <class T>
__LOCKSTEP_SURFACE__ T __lockstep_surface_read(unsigned long long handle, int x, int y, int z, int mode) {
  const T* at = (const T*)__lockstep_surface_address(handle, x, y, z, (int)sizeof(T), mode);
  return at ? *at : T();
}
template <class T>
__LOCKSTEP_SURFACE__ void __lockstep_surface_write(unsigned long long handle, const T& value, int x, int y, int z,
                                                   int mode) {
  T* at = (T*)__lockstep_surface_address(handle, x, y, z, (int)sizeof(T), mode);
  if (at) *at = value;
}

#define __LOCKSTEP_SURFACE_ACCESS__(name, parameters, arguments, y, z)                                               \
  template <class T>                                                                                                 \
  __LOCKSTEP_SURFACE__ T name##read(cudaSurfaceObject_t surf, __LOCKSTEP_PASS__ parameters,                          \
                                    cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap) {                   \
    return __lockstep_surface_read<T>(surf, x, y, z, boundaryMode);                                                  \
  }                                                                                                                  \
  template <class T>                                                                                                 \
  __LOCKSTEP_SURFACE__ void name##read(T* res, cudaSurfaceObject_t surf, __LOCKSTEP_PASS__ parameters,               \
                                       cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap) {                \
    *res = __lockstep_surface_read<T>(surf, x, y, z, boundaryMode);                                                  \
  }                                                                                                                  \
  template <class T>                                                                                                 \
  __LOCKSTEP_SURFACE__ void name##write(T data, cudaSurfaceObject_t surf, __LOCKSTEP_PASS__ parameters,              \
                                        cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap) {               \
    __lockstep_surface_write<T>(surf, data, x, y, z, boundaryMode);                                                  \
  }                                                                                                                  \
  template <class T, class Reference>                                                                                \
  __LOCKSTEP_SURFACE__ decltype(Reference::lockstepObject, T()) name##read(                                          \
      const Reference& surf, __LOCKSTEP_PASS__ parameters,                                                           \
      cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap) {                                                 \
    return __lockstep_surface_read<T>(surf.lockstepObject, x, y, z, boundaryMode);                                   \
  }                                                                                                                  \
  template <class T, class Reference>                                                                                \
  __LOCKSTEP_SURFACE__ decltype(Reference::lockstepObject, void()) name##write(                                      \
      T data, const Reference& surf, __LOCKSTEP_PASS__ parameters,                                                   \
      cudaSurfaceBoundaryMode boundaryMode = cudaBoundaryModeTrap) {                                                 \
    __lockstep_surface_write<T>(surf.lockstepObject, data, x, y, z, boundaryMode);                                   \
  }
#define __LOCKSTEP_PASS__(...) __VA_ARGS__

// Layers and faces of an array follow one another, like slices.
__LOCKSTEP_SURFACE_ACCESS__(surf1D, (int x), (x), 0, 0)
__LOCKSTEP_SURFACE_ACCESS__(surf2D, (int x, int y), (x, y), y, 0)
__LOCKSTEP_SURFACE_ACCESS__(surf3D, (int x, int y, int z), (x, y, z), y, z)
__LOCKSTEP_SURFACE_ACCESS__(surf1DLayered, (int x, int layer), (x, layer), 0, layer)
__LOCKSTEP_SURFACE_ACCESS__(surf2DLayered, (int x, int y, int layer), (x, y, layer), y, layer)
__LOCKSTEP_SURFACE_ACCESS__(surfCubemap, (int x, int y, int face), (x, y, face), y, face)
__LOCKSTEP_SURFACE_ACCESS__(surfCubemapLayered, (int x, int y, int layerFace), (x, y, layerFace), y, layerFace)

#undef __LOCKSTEP_SURFACE_ACCESS__
#undef __LOCKSTEP_PASS__

#endif
