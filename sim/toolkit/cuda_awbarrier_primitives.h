#pragma once
#pragma GCC system_header

// The C interface of the barrier in shared memory: a word, and a token with the value of the word at a thread's arrival.

#include "cuda/barrier"

typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;

__LOCKSTEP_LIB__ cuda::barrier<cuda::thread_scope_block>* __lockstep_barrier(__mbarrier_t* word) {
  return (cuda::barrier<cuda::thread_scope_block>*)word;
}

__LOCKSTEP_LIB_BOTH__ unsigned __mbarrier_maximum_count() { return (1u << 20) - 1; }
__LOCKSTEP_LIB__ void __mbarrier_init(__mbarrier_t* barrier, unsigned expected) {
  init(__lockstep_barrier(barrier), (long)expected);
}
__LOCKSTEP_LIB__ void __mbarrier_inval(__mbarrier_t*) {}
__LOCKSTEP_LIB__ __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier) {
  return __builtin_bit_cast(__mbarrier_token_t, __lockstep_barrier(barrier)->arrive());
}
__LOCKSTEP_LIB__ __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* barrier) {
  return __builtin_bit_cast(__mbarrier_token_t, __lockstep_barrier(barrier)->__arrive_and_drop());
}
__LOCKSTEP_LIB__ bool __mbarrier_test_wait(__mbarrier_t* barrier, __mbarrier_token_t token) {
  using Token = cuda::barrier<cuda::thread_scope_block>::arrival_token;
  return __lockstep_barrier(barrier)->try_wait(__builtin_bit_cast(Token, token));
}
__LOCKSTEP_LIB__ bool __mbarrier_test_wait_parity(__mbarrier_t* barrier, bool odd) {
  return __lockstep_barrier(barrier)->try_wait_parity(odd);
}
__LOCKSTEP_LIB__ bool __mbarrier_try_wait(__mbarrier_t* barrier, __mbarrier_token_t token, unsigned) {
  return __mbarrier_test_wait(barrier, token);
}
__LOCKSTEP_LIB__ bool __mbarrier_try_wait_parity(__mbarrier_t* barrier, bool odd, unsigned) {
  return __mbarrier_test_wait_parity(barrier, odd);
}
// The number of threads missing when the token's thread arrived, including itself.
__LOCKSTEP_LIB_BOTH__ unsigned __mbarrier_token_pending_count(__mbarrier_token_t token) { return (unsigned)token & 0x1fffffu; }
