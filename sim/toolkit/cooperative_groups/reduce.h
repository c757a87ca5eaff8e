#pragma once
#pragma GCC system_header

// reduce over a tile or a coalesced group; every thread gets the result. The order of operations is that of CUDA's own
// header, so that float sums agree: a butterfly over a tile, a scan over other groups.

#include "scan.h"

namespace cooperative_groups {
namespace __v1 {

template <unsigned Size, class Parent, class Value, class Operation>
__LOCKSTEP_MEMBER__ auto reduce(const thread_block_tile<Size, Parent>& group, Value&& value, Operation&& operation)
    -> decltype(operation(value, value)) {
  auto sum = value;
  if constexpr (Size <= 32) {
    for (unsigned step = Size / 2; step > 0; step /= 2) sum = operation(sum, group.shfl_xor(sum, step));
  } else {
    // A butterfly in each warp, then one over the warps.
    constexpr unsigned kWarps = Size / 32;
    sum = reduce(tiled_partition<32>(this_thread_block()), sum, operation);
    decltype(sum) warps[kWarps], next[kWarps];
    __lockstep_tile_gather(Size, &sum, sizeof sum, 0, 32, kWarps, warps);
    for (unsigned step = kWarps / 2; step > 0; step /= 2) {
      for (unsigned i = 0; i < kWarps; ++i) next[i] = operation(warps[i], warps[i ^ step]);
      for (unsigned i = 0; i < kWarps; ++i) warps[i] = next[i];
    }
    sum = warps[group.thread_rank() / 32];
  }
  return sum;
}
template <class Value, class Operation>
__LOCKSTEP_MEMBER__ auto reduce(const coalesced_group& group, Value&& value, Operation&& operation)
    -> decltype(operation(value, value)) {
  if (group.size() == 32) return reduce(tiled_partition<32>(this_thread_block()), value, operation);
  return group.shfl(inclusive_scan(group, value, operation), group.size() - 1);
}

// One thread stores the result; the others may read it after the group has synchronised.
template <class Group, class Value, class Operation>
__LOCKSTEP_MEMBER__ void reduce_store_async(const Group& group, std::decay_t<Value>* target, Value&& value,
                                            Operation&& operation) {
  auto sum = reduce(group, value, operation);
  if (group.thread_rank() == 0) *target = sum;
}
template <class Group, class Atomic, class Value, class Operation>
__LOCKSTEP_MEMBER__ auto reduce_store_async(const Group& group, Atomic&& target, Value&& value, Operation&& operation)
    -> decltype(target.store(value)) {
  auto sum = reduce(group, value, operation);
  if (group.thread_rank() == 0) target.store(sum);
}
template <class Group, class Atomic, class Value, class Operation>
__LOCKSTEP_MEMBER__ auto reduce_update_async(const Group& group, Atomic&& target, Value&& value, Operation&& operation)
    -> decltype(target.store(value)) {
  auto sum = reduce(group, value, operation);
  if (group.thread_rank() != 0) return;
  auto old = target.load();
  while (!target.compare_exchange_weak(old, operation(old, sum))) {
  }
}

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups
