#pragma once
#pragma clang system_header

// inclusive_scan and exclusive_scan over a tile or a coalesced group: doubling steps of shuffle-up (D. Hillis and
// G. Steele, 1986), in the order of operations that CUDA's own header has, so that float sums agree.

#include <type_traits>

#include "../cooperative_groups.h"

namespace cooperative_groups {

template <class Group, class Value, class Operation>
__LOCKSTEP_MEMBER__ auto inclusive_scan(const Group& group, Value&& value, Operation&& operation)
    -> decltype(operation(value, value)) {
  auto sum = value;
  for (unsigned step = 1; step < group.size(); step <<= 1) {
    auto before = group.shfl_up(sum, step);
    if (step <= group.thread_rank()) sum = operation(sum, before);
  }
  return sum;
}
template <class Group, class Value>
__LOCKSTEP_MEMBER__ std::decay_t<Value> inclusive_scan(const Group& group, Value&& value) {
  return inclusive_scan(group, value, plus<std::decay_t<Value>>());
}
// The first thread's result is a value-initialised one.
template <class Group, class Value, class Operation>
__LOCKSTEP_MEMBER__ auto exclusive_scan(const Group& group, Value&& value, Operation&& operation)
    -> decltype(operation(value, value)) {
  auto before = group.shfl_up(inclusive_scan(group, value, operation), 1);
  if (group.thread_rank() == 0) return {};
  return before;
}
template <class Group, class Value>
__LOCKSTEP_MEMBER__ std::decay_t<Value> exclusive_scan(const Group& group, Value&& value) {
  return exclusive_scan(group, value, plus<std::decay_t<Value>>());
}

namespace details {

// The last thread of the group adds the group's total to `target` and tells the others what was there before.
template <class Group, class Atomic, class Value, class Operation>
__LOCKSTEP_MEMBER__ std::decay_t<Value> Update(const Group& group, Atomic& target, const Value& total,
                                               Operation&& operation) {
  std::decay_t<Value> old{};
  const unsigned last = group.size() - 1;
  if (group.thread_rank() == last) {
    old = target.load();
    while (!target.compare_exchange_weak(old, operation(old, total))) {
    }
  }
  return group.shfl(old, last);
}

}  // namespace details

// `target` is a cuda::atomic or cuda::atomic_ref: the scan goes on from its value, which grows by the group's total.
template <class Group, class Atomic, class Value, class Operation>
__LOCKSTEP_MEMBER__ auto inclusive_scan_update(const Group& group, Atomic&& target, Value&& value, Operation&& operation)
    -> decltype(operation(value, value)) {
  auto mine = inclusive_scan(group, value, operation);
  auto old = details::Update(group, target, mine, operation);
  return operation(old, mine);
}
template <class Group, class Atomic, class Value>
__LOCKSTEP_MEMBER__ std::decay_t<Value> inclusive_scan_update(const Group& group, Atomic&& target, Value&& value) {
  return inclusive_scan_update(group, target, value, plus<std::decay_t<Value>>());
}
template <class Group, class Atomic, class Value, class Operation>
__LOCKSTEP_MEMBER__ auto exclusive_scan_update(const Group& group, Atomic&& target, Value&& value, Operation&& operation)
    -> decltype(operation(value, value)) {
  auto mine = inclusive_scan(group, value, operation);
  auto old = details::Update(group, target, mine, operation);
  auto before = group.shfl_up(mine, 1);
  return group.thread_rank() == 0 ? old : operation(old, before);
}
template <class Group, class Atomic, class Value>
__LOCKSTEP_MEMBER__ std::decay_t<Value> exclusive_scan_update(const Group& group, Atomic&& target, Value&& value) {
  return exclusive_scan_update(group, target, value, plus<std::decay_t<Value>>());
}

}  // namespace cooperative_groups
