#pragma once

// The copies of memcpy_async, which are done at the call, the earliest moment that CUDA allows. Not for programs.

#include "device_library.h"

// Thread `rank` of `size` copies its share, in the widest pieces that the addresses and the length allow.
template <class Piece>
__LOCKSTEP_MEMBER_BOTH__ void __lockstep_copy_pieces(unsigned rank, unsigned size, void* to, const void* from,
                                                     unsigned long count) {
  for (unsigned long i = rank; i < count; i += size) ((Piece*)to)[i] = ((const Piece*)from)[i];
}
__LOCKSTEP_MEMBER_BOTH__ void __lockstep_copy(unsigned rank, unsigned size, void* to, const void* from,
                                              unsigned long bytes) {
  unsigned long together = (unsigned long)to | (unsigned long)from | bytes;
  if (together % 16 == 0) return __lockstep_copy_pieces<uint4>(rank, size, to, from, bytes / 16);
  if (together % 4 == 0) return __lockstep_copy_pieces<unsigned>(rank, size, to, from, bytes / 4);
  __lockstep_copy_pieces<unsigned char>(rank, size, to, from, bytes);
}
