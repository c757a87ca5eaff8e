#pragma once

// Sharing memory with OpenGL. Programs include this for a window that they may never open, so its types are declared here;
// calls of its functions are refused.

#include <stdint.h>
#include <stdlib.h>

#include "cuda_runtime_api.h"
#if defined(__has_include)
#if __has_include(<GL/gl.h>)
#include <GL/gl.h>
#endif
#endif

enum cudaGLDeviceList { cudaGLDeviceListAll = 1, cudaGLDeviceListCurrentFrame = 2, cudaGLDeviceListNextFrame = 3 };
enum cudaGLMapFlags { cudaGLMapFlagsNone = 0, cudaGLMapFlagsReadOnly = 1, cudaGLMapFlagsWriteDiscard = 2 };

#if defined(__cplusplus)
#define LOCKSTEP_REFUSED(name)                                                                                       \
  template <class... Arguments>                                                                                      \
  __attribute__((unavailable(                                                                                        \
      "Lockstep: sharing memory with OpenGL is not supported yet: copy the result to the host and draw from there"))) \
  cudaError_t name(Arguments...);
LOCKSTEP_REFUSED(cudaGLGetDevices)
LOCKSTEP_REFUSED(cudaGraphicsGLRegisterBuffer)
LOCKSTEP_REFUSED(cudaGraphicsGLRegisterImage)
LOCKSTEP_REFUSED(cudaGLSetGLDevice)
LOCKSTEP_REFUSED(cudaGLRegisterBufferObject)
LOCKSTEP_REFUSED(cudaGLMapBufferObject)
LOCKSTEP_REFUSED(cudaGLMapBufferObjectAsync)
LOCKSTEP_REFUSED(cudaGLSetBufferObjectMapFlags)
LOCKSTEP_REFUSED(cudaGLUnmapBufferObject)
LOCKSTEP_REFUSED(cudaGLUnmapBufferObjectAsync)
LOCKSTEP_REFUSED(cudaGLUnregisterBufferObject)
#undef LOCKSTEP_REFUSED
#endif
