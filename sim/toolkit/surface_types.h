#pragma once

// Programs and libraries test these macros to find out what has been included.
#define __SURFACE_TYPES_H__

#include "driver_types.h"

#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceTypeCubemapLayered 0xFC

// The effect of an access outside the surface: read zero and drop writes, use the nearest element, or fault.
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2 };
enum cudaSurfaceFormatMode { cudaFormatModeForced = 0, cudaFormatModeAuto = 1 };

// A surface reference of CUDA 11 and earlier.
struct surfaceReference {
  struct cudaChannelFormatDesc channelDesc;
  // A member of Lockstep's own: the surface object that the reference is bound to.
  unsigned long long lockstepObject;
};

typedef unsigned long long cudaSurfaceObject_t;
