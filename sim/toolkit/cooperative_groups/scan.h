#pragma once
#pragma GCC system_header

// inclusive_scan and exclusive_scan over a tile or a coalesced group: doubling steps of shuffle-up (D. Hillis and
// G. Steele, 1986), in the order of operations that CUDA's own header has, so that float sums agree.

#include <type_traits>

#include "../cooperative_groups.h"

namespace cooperative_groups {
namespace __v1 {

namespace details {

template <class Group>
struct IsWide : std::false_type {};
template <unsigned Size, class Parent>
struct IsWide<thread_block_tile<Size, Parent>> : std::integral_constant<bool, (Size > 32)> {};

// The value of the previous thread in the group; the first thread gets its own.
template <class Group, class Value>
__LOCKSTEP_MEMBER__ Value FromBefore(const Group& group, const Value& value) {
  if constexpr (IsWide<Group>::value) {
    const unsigned rank = group.thread_rank();
    return group.shfl(value, rank == 0 ? 0 : rank - 1);
  } else {
    return group.shfl_up(value, 1);
  }
}

}  // namespace details

template <class Group, class Value, class Operation>
__LOCKSTEP_MEMBER__ auto inclusive_scan(const Group& group, Value&& value, Operation&& operation)
    -> decltype(operation(value, value)) {
  auto sum = value;
  if constexpr (details::IsWide<Group>::value) {
    // Each warp separately, then the total of the previous warps.
    constexpr unsigned kWarps = Group::size() / 32;
    sum = inclusive_scan(tiled_partition<32>(this_thread_block()), sum, operation);
    decltype(sum) warps[kWarps], next[kWarps];
    __lockstep_tile_gather(Group::size(), &sum, sizeof sum, 31, 32, kWarps, warps);
    for (unsigned step = 1; step < kWarps; step <<= 1) {
      for (unsigned i = 0; i < kWarps; ++i) next[i] = step <= i ? operation(warps[i], warps[i - step]) : warps[i];
      for (unsigned i = 0; i < kWarps; ++i) warps[i] = next[i];
    }
    const unsigned warp = group.thread_rank() / 32;
    if (warp > 0) sum = operation(sum, warps[warp - 1]);
  } else {
    for (unsigned step = 1; step < group.size(); step <<= 1) {
      auto before = group.shfl_up(sum, step);
      if (step <= group.thread_rank()) sum = operation(sum, before);
    }
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
  auto before = details::FromBefore(group, inclusive_scan(group, value, operation));
  if (group.thread_rank() == 0) return {};
  return before;
}
template <class Group, class Value>
__LOCKSTEP_MEMBER__ std::decay_t<Value> exclusive_scan(const Group& group, Value&& value) {
  return exclusive_scan(group, value, plus<std::decay_t<Value>>());
}

namespace details {

// The last thread of the group adds the group's total to `target` and passes the old value on to the others.
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

// `target` is a cuda::atomic or cuda::atomic_ref: the scan starts from its value, which grows by the group's total.
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
  auto before = details::FromBefore(group, mine);
  return group.thread_rank() == 0 ? old : operation(old, before);
}
template <class Group, class Atomic, class Value>
__LOCKSTEP_MEMBER__ std::decay_t<Value> exclusive_scan_update(const Group& group, Atomic&& target, Value&& value) {
  return exclusive_scan_update(group, target, value, plus<std::decay_t<Value>>());
}

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups
