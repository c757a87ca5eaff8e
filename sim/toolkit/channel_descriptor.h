#pragma once

// Programs and libraries test these macros to find out what has been included.
#define __CHANNEL_DESCRIPTOR_H__

// cudaCreateChannelDesc<T>(): the format of the elements of an array or texture of T.

#include "cuda_runtime_api.h"

#if defined(__cplusplus)

template <class T>
inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}

#define __LOCKSTEP_CHANNELS__(type, x, y, z, w, kind)                          \
  template <>                                                                  \
  inline cudaChannelFormatDesc cudaCreateChannelDesc<type>() {                 \
    return cudaCreateChannelDesc(x, y, z, w, cudaChannelFormatKind##kind);     \
  }
#define __LOCKSTEP_CHANNEL_FAMILY__(vector, scalar, kind)                      \
  __LOCKSTEP_CHANNELS__(scalar, 8 * int(sizeof(scalar)), 0, 0, 0, kind)        \
  __LOCKSTEP_CHANNEL_VECTORS__(vector, 8 * int(sizeof(scalar)), kind)
#define __LOCKSTEP_CHANNEL_VECTORS__(vector, bits, kind)                       \
  __LOCKSTEP_CHANNELS__(vector##1, bits, 0, 0, 0, kind)                        \
  __LOCKSTEP_CHANNELS__(vector##2, bits, bits, 0, 0, kind)                     \
  __LOCKSTEP_CHANNELS__(vector##3, bits, bits, bits, 0, kind)                  \
  __LOCKSTEP_CHANNELS__(vector##4, bits, bits, bits, bits, kind)

// Plain char is signed if the platform's char is, as on x86.
__LOCKSTEP_CHANNELS__(char, 8, 0, 0, 0, Signed)
__LOCKSTEP_CHANNEL_FAMILY__(char, signed char, Signed)
__LOCKSTEP_CHANNEL_FAMILY__(uchar, unsigned char, Unsigned)
__LOCKSTEP_CHANNEL_FAMILY__(short, short, Signed)
__LOCKSTEP_CHANNEL_FAMILY__(ushort, unsigned short, Unsigned)
__LOCKSTEP_CHANNEL_FAMILY__(int, int, Signed)
__LOCKSTEP_CHANNEL_FAMILY__(uint, unsigned int, Unsigned)
__LOCKSTEP_CHANNEL_FAMILY__(float, float, Float)

#undef __LOCKSTEP_CHANNELS__
#undef __LOCKSTEP_CHANNEL_FAMILY__
#undef __LOCKSTEP_CHANNEL_VECTORS__

static inline cudaChannelFormatDesc cudaCreateChannelDescHalf() {
  return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf1() { return cudaCreateChannelDescHalf(); }
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
  return cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
  return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}

#endif
