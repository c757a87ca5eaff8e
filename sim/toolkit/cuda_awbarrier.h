#pragma once
#pragma GCC system_header

// cuda::barrier under its earlier name.

#include "cuda_awbarrier_primitives.h"

namespace nvcuda {
namespace experimental {

class awbarrier : public ::cuda::barrier<::cuda::thread_scope_block> {
 public:
  __LOCKSTEP_MEMBER__ bool timed_wait(const arrival_token& token, unsigned) { return try_wait(token); }
  __LOCKSTEP_MEMBER__ bool timed_wait_parity(bool odd, unsigned) { return try_wait_parity(odd); }
};

}  // namespace experimental
}  // namespace nvcuda
