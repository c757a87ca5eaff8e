#pragma once

// Asynchronous copies, which are done at the call, the earliest moment that CUDA allows; and what the checker is told of
// them, so that a wait that is missing is found all the same. Not for programs.

#include "device_library.h"

// The copy counts in the present phase of the barrier, or, where that is null, in the thread's group that is open.
__LOCKSTEP_MEMBER_BOTH__ void __lockstep_begin_copy(void* to, unsigned long size, const void* from, unsigned long taken,
                                                    unsigned alignment, const void* barrier) {
#if defined(__CUDA_ARCH__)
  __lockstep_async_copy(to, size, from, taken, 0, alignment, barrier);
#endif
}
__LOCKSTEP_MEMBER_BOTH__ void __lockstep_commit_copies() {
#if defined(__CUDA_ARCH__)
  __lockstep_async_commit(0);
#endif
}
// For all committed groups of the thread but the last `prior`.
__LOCKSTEP_MEMBER_BOTH__ void __lockstep_wait_for_copies(unsigned long prior) {
#if defined(__CUDA_ARCH__)
  __lockstep_async_wait(0, prior);
#endif
}
// The barrier waits for all copies that the thread has begun.
__LOCKSTEP_MEMBER_BOTH__ void __lockstep_arrive_with_copies(const void* barrier) {
#if defined(__CUDA_ARCH__)
  __lockstep_async_arrive(barrier);
#endif
}

// Thread `rank` of `size` copies its share, in the widest pieces that the addresses and the length allow.
template <class Piece>
__LOCKSTEP_MEMBER_BOTH__ void __lockstep_copy_pieces(unsigned rank, unsigned size, void* to, const void* from,
                                                     unsigned long count) {
  for (unsigned long i = rank; i < count; i += size) ((Piece*)to)[i] = ((const Piece*)from)[i];
}
__LOCKSTEP_MEMBER_BOTH__ unsigned __lockstep_piece(const void* to, const void* from, unsigned long bytes) {
  unsigned long together = (unsigned long)to | (unsigned long)from | bytes;
  return together % 16 == 0 ? 16 : together % 4 == 0 ? 4 : 1;
}
__LOCKSTEP_MEMBER_BOTH__ void __lockstep_copy_bytes(unsigned rank, unsigned size, void* to, const void* from,
                                                    unsigned long bytes) {
  unsigned piece = __lockstep_piece(to, from, bytes);
  if (piece == 16) return __lockstep_copy_pieces<uint4>(rank, size, to, from, bytes / 16);
  if (piece == 4) return __lockstep_copy_pieces<unsigned>(rank, size, to, from, bytes / 4);
  __lockstep_copy_pieces<unsigned char>(rank, size, to, from, bytes);
}

// What the caller promises of both addresses: that they are multiples of this. cuda::aligned_size_t has its own.
template <class Size>
__LOCKSTEP_MEMBER_BOTH__ constexpr unsigned __lockstep_promise(const Size&) {
  return 1;
}

// The same as an asynchronous copy.
template <class Size>
__LOCKSTEP_MEMBER_BOTH__ void __lockstep_copy(unsigned rank, unsigned size, void* to, const void* from,
                                              const Size& of, const void* barrier) {
  unsigned long bytes = (unsigned long)of;
  __lockstep_copy_bytes(rank, size, to, from, bytes);
  unsigned long piece = size == 1 ? bytes : __lockstep_piece(to, from, bytes);
  for (unsigned long i = rank * piece; i < bytes; i += size * piece)
    __lockstep_begin_copy((char*)to + i, piece, (const char*)from + i, piece, i == 0 ? __lockstep_promise(of) : 1, barrier);
}
