#pragma once
#pragma GCC system_header

// memcpy_async and wait. The copy is done during the call, distributed over the group, which is the earliest moment that
// CUDA allows, and each call is a group of copies; `wait` synchronises the group, so that all threads see the result.

#include "../cooperative_groups.h"
#include "../lockstep/shared_copies.h"

namespace cooperative_groups {
namespace __v1 {

template <class Group, class Size>
__LOCKSTEP_MEMBER__ void memcpy_async(const Group& group, void* to, const void* from, const Size& bytes) {
  __lockstep_copy((unsigned)group.thread_rank(), (unsigned)group.size(), to, from, bytes, nullptr);
  __lockstep_commit_copies();
}
// Sizes are in bytes, as in CUDA, for typed pointers too.
template <class Group, class Value, class Size>
__LOCKSTEP_MEMBER__ void memcpy_async(const Group& group, Value* to, const Value* from, const Size& bytes) {
  memcpy_async(group, (void*)to, (const void*)from, bytes);
}
// Copies as many elements as both layouts can hold.
template <class Group, class Value, class ToLayout, class FromLayout>
__LOCKSTEP_MEMBER__ void memcpy_async(const Group& group, Value* to, const ToLayout& to_elements, const Value* from,
                                      const FromLayout& from_elements) {
  unsigned long a = (unsigned long)to_elements, b = (unsigned long)from_elements;
  memcpy_async(group, (void*)to, (const void*)from, (a < b ? a : b) * sizeof(Value));
}
template <class Group>
__LOCKSTEP_MEMBER__ void wait(const Group& group) {
  __lockstep_wait_for_copies(0);
  group.sync();
}
template <unsigned Stages, class Group>
__LOCKSTEP_MEMBER__ void wait_prior(const Group& group) {
  __lockstep_wait_for_copies(Stages);
  group.sync();
}

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups
