#pragma once
#pragma GCC system_header

// The C interface of asynchronous copies. A copy is done during its call, so that only the checker hears of commits and
// waits.

#include "cuda_awbarrier_primitives.h"

// `size` is 4, 8 or 16, and both addresses are multiples of it.
__LOCKSTEP_LIB__ void __pipeline_memcpy_async(void* to, const void* from, size_t size, size_t zeros = 0) {
  __lockstep_copy_bytes(0, 1, to, from, size - zeros);
  for (size_t i = size - zeros; i < size; ++i) ((char*)to)[i] = 0;
  __lockstep_begin_copy(to, size, from, size - zeros, size, nullptr);
}
__LOCKSTEP_LIB__ void __pipeline_commit() { __lockstep_commit_copies(); }
__LOCKSTEP_LIB__ void __pipeline_wait_prior(size_t prior) { __lockstep_wait_for_copies(prior); }
// The copies are already done, so the barrier's pending count does not change.
__LOCKSTEP_LIB__ void __pipeline_arrive_on(__mbarrier_t* barrier) { __lockstep_arrive_with_copies(barrier); }
