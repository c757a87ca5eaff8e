#pragma once
#pragma GCC system_header

// Cooperative groups: sets of threads that wait for one another and exchange values.
// Part II.C of the CUDA C++ Programming Guide. Limit: no multi-device groups.

#include "lockstep/device_library.h"
#include "lockstep/standard_headers.h"
#if defined(__CUDA__)
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#endif

// Device code only: in a plain C++ file this header is empty.
#if defined(__CUDA__)
// As in NVIDIA's header, because CCCL declares some of the classes.
namespace cooperative_groups {
namespace __v1 {}
using namespace __v1;
namespace __v1 {

namespace details {

__LOCKSTEP_LIB__ unsigned Lane() { return __lockstep_lane(); }
__LOCKSTEP_LIB__ unsigned ThreadRank() { return __lockstep_linear(); }
__LOCKSTEP_LIB__ unsigned BlockThreads() {
  return __lockstep_block_dim_x() * __lockstep_block_dim_y() * __lockstep_block_dim_z();
}
__LOCKSTEP_LIB__ unsigned long long GridBlocks() {
  return (unsigned long long)__lockstep_grid_dim_x() * __lockstep_grid_dim_y() * __lockstep_grid_dim_z();
}
__LOCKSTEP_LIB__ unsigned long long BlockRank() {
  return ((unsigned long long)__lockstep_block_z() * __lockstep_grid_dim_y() + __lockstep_block_y()) *
             __lockstep_grid_dim_x() + __lockstep_block_x();
}
__LOCKSTEP_LIB__ dim3 ThreadIndex() { return dim3(__lockstep_thread_x(), __lockstep_thread_y(), __lockstep_thread_z()); }
__LOCKSTEP_LIB__ dim3 BlockIndex() { return dim3(__lockstep_block_x(), __lockstep_block_y(), __lockstep_block_z()); }
__LOCKSTEP_LIB__ dim3 BlockDim() {
  return dim3(__lockstep_block_dim_x(), __lockstep_block_dim_y(), __lockstep_block_dim_z());
}
__LOCKSTEP_LIB__ dim3 GridDim() {
  return dim3(__lockstep_grid_dim_x(), __lockstep_grid_dim_y(), __lockstep_grid_dim_z());
}

// The lane of the thread with rank `rank` among the lanes of `mask`; 32 if there is none.
__LOCKSTEP_LIB__ unsigned LaneOfRank(unsigned mask, unsigned rank) {
  for (; mask != 0; mask &= mask - 1)
    if (rank-- == 0) return (unsigned)__builtin_ctz(mask);
  return 32;
}
__LOCKSTEP_LIB__ unsigned RankOfLane(unsigned mask, unsigned lane) {
  return (unsigned)__builtin_popcount(mask & ((1u << lane) - 1));
}
// The bits of `lanes` at the positions of `mask`, compacted.
__LOCKSTEP_LIB__ unsigned Pack(unsigned mask, unsigned lanes) {
  unsigned packed = 0, rank = 0;
  for (; mask != 0; mask &= mask - 1, ++rank) packed |= (lanes >> __builtin_ctz(mask) & 1u) << rank;
  return packed;
}

// A value of any size is moved in pieces of eight bytes.
template <class Value>
__LOCKSTEP_MEMBER__ Value Shuffle(unsigned mask, const Value& value, unsigned source, unsigned operation) {
  constexpr unsigned kPieces = (sizeof(Value) + 7) / 8;
  unsigned long long pieces[kPieces] = {};
  __builtin_memcpy(pieces, &value, sizeof(Value));
  for (unsigned i = 0; i < kPieces; ++i) pieces[i] = __lockstep_shuffle(mask, pieces[i], source, operation);
  Value result = value;
  __builtin_memcpy(&result, pieces, sizeof(Value));
  return result;
}

}  // namespace details

// --- any group, by value: the parameter type of functions that accept all kinds

class thread_group {
 public:
  __LOCKSTEP_MEMBER__ void sync() const;
  __LOCKSTEP_MEMBER__ unsigned long long size() const;
  __LOCKSTEP_MEMBER__ unsigned long long num_threads() const { return size(); }
  __LOCKSTEP_MEMBER__ unsigned long long thread_rank() const;
  __LOCKSTEP_MEMBER__ bool is_valid() const { return kind_ != Kind::kGrid || __lockstep_is_cooperative(); }

 protected:
  enum class Kind : unsigned { kLanes, kWide, kBlock, kCluster, kGrid };
  __LOCKSTEP_MEMBER__ explicit thread_group(Kind kind, unsigned mask = 0, unsigned meta_rank = 0, unsigned meta_size = 1)
      : kind_(kind), mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}

  Kind kind_;
  unsigned mask_;  // the lanes of a group within a warp; kWide: the number of threads
  unsigned meta_rank_, meta_size_;

  friend class thread_block;
  friend __LOCKSTEP_MEMBER__ thread_group tiled_partition(const thread_group& parent, unsigned size);
};

class thread_block : public thread_group {
 public:
  struct arrival_token {};

  static __LOCKSTEP_MEMBER__ void sync() { __lockstep_syncthreads(); }
  // Limit: arriving does nothing and waiting waits until all threads wait, which implies that all have arrived.
  static __LOCKSTEP_MEMBER__ arrival_token barrier_arrive() { return {}; }
  static __LOCKSTEP_MEMBER__ void barrier_wait(arrival_token&&) { sync(); }
  static __LOCKSTEP_MEMBER__ unsigned thread_rank() { return details::ThreadRank(); }
  static __LOCKSTEP_MEMBER__ unsigned size() { return details::BlockThreads(); }
  static __LOCKSTEP_MEMBER__ unsigned num_threads() { return size(); }
  static __LOCKSTEP_MEMBER__ dim3 thread_index() { return details::ThreadIndex(); }
  static __LOCKSTEP_MEMBER__ dim3 group_index() { return details::BlockIndex(); }
  static __LOCKSTEP_MEMBER__ dim3 group_dim() { return details::BlockDim(); }
  static __LOCKSTEP_MEMBER__ dim3 dim_threads() { return details::BlockDim(); }

 private:
  __LOCKSTEP_MEMBER__ thread_block() : thread_group(Kind::kBlock) {}
  friend __LOCKSTEP_MEMBER__ thread_block this_thread_block();
};
__LOCKSTEP_MEMBER__ thread_block this_thread_block() { return thread_block(); }

// The memory that CUDA needs for the exchange of values in tiles of more than a warp. Lockstep does not need it.
template <unsigned MaxBlockSize = 1024>
struct alignas(16) block_tile_memory {
  char room[MaxBlockSize / 32 * 8 + 64];
};
template <unsigned MaxBlockSize>
__LOCKSTEP_MEMBER__ thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
  return this_thread_block();
}

class grid_group : public thread_group {
 public:
  struct arrival_token {};

  __LOCKSTEP_MEMBER__ bool is_valid() const { return __lockstep_is_cooperative(); }
  __LOCKSTEP_MEMBER__ void sync() const { __lockstep_sync_grid(); }
  __LOCKSTEP_MEMBER__ arrival_token barrier_arrive() const { return {}; }
  __LOCKSTEP_MEMBER__ void barrier_wait(arrival_token&&) const { sync(); }
  static __LOCKSTEP_MEMBER__ unsigned long long size() { return details::GridBlocks() * details::BlockThreads(); }
  static __LOCKSTEP_MEMBER__ unsigned long long num_threads() { return size(); }
  static __LOCKSTEP_MEMBER__ unsigned long long thread_rank() {
    return details::BlockRank() * details::BlockThreads() + details::ThreadRank();
  }
  static __LOCKSTEP_MEMBER__ dim3 group_dim() { return details::GridDim(); }
  static __LOCKSTEP_MEMBER__ dim3 dim_blocks() { return details::GridDim(); }
  static __LOCKSTEP_MEMBER__ unsigned long long num_blocks() { return details::GridBlocks(); }
  static __LOCKSTEP_MEMBER__ dim3 block_index() { return details::BlockIndex(); }
  static __LOCKSTEP_MEMBER__ unsigned long long block_rank() { return details::BlockRank(); }
  static __LOCKSTEP_MEMBER__ dim3 dim_clusters() { return __clusterGridDimInClusters(); }
  static __LOCKSTEP_MEMBER__ unsigned long long num_clusters() {
    const dim3 clusters = dim_clusters();
    return (unsigned long long)clusters.x * clusters.y * clusters.z;
  }
  static __LOCKSTEP_MEMBER__ dim3 cluster_index() { return __clusterIdx(); }
  static __LOCKSTEP_MEMBER__ unsigned long long cluster_rank() {
    const dim3 index = cluster_index(), clusters = dim_clusters();
    return ((unsigned long long)index.z * clusters.y + index.y) * clusters.x + index.x;
  }

 private:
  __LOCKSTEP_MEMBER__ grid_group() : thread_group(Kind::kGrid) {}
  friend __LOCKSTEP_MEMBER__ grid_group this_grid();
};
__LOCKSTEP_MEMBER__ grid_group this_grid() { return grid_group(); }

// The blocks of the launch's cluster: a single one without cluster dimensions.
class cluster_group : public thread_group {
 public:
  struct arrival_token {};

  static __LOCKSTEP_MEMBER__ void sync() { __lockstep_sync_cluster(); }
  static __LOCKSTEP_MEMBER__ arrival_token barrier_arrive() { return {}; }
  static __LOCKSTEP_MEMBER__ void barrier_wait(arrival_token&& = arrival_token()) { sync(); }
  static __LOCKSTEP_MEMBER__ dim3 dim_blocks() { return __clusterDim(); }
  static __LOCKSTEP_MEMBER__ unsigned num_blocks() { return __clusterSizeInBlocks(); }
  static __LOCKSTEP_MEMBER__ dim3 block_index() { return __clusterRelativeBlockIdx(); }
  static __LOCKSTEP_MEMBER__ unsigned block_rank() { return __clusterRelativeBlockRank(); }
  static __LOCKSTEP_MEMBER__ unsigned size() { return num_blocks() * details::BlockThreads(); }
  static __LOCKSTEP_MEMBER__ unsigned num_threads() { return size(); }
  static __LOCKSTEP_MEMBER__ unsigned thread_rank() {
    return block_rank() * details::BlockThreads() + details::ThreadRank();
  }
  static __LOCKSTEP_MEMBER__ dim3 dim_threads() {
    return dim3(__lockstep_cluster_dim(0) * __lockstep_block_dim_x(), __lockstep_cluster_dim(1) * __lockstep_block_dim_y(),
                __lockstep_cluster_dim(2) * __lockstep_block_dim_z());
  }
  static __LOCKSTEP_MEMBER__ dim3 thread_index() {
    const dim3 block = block_index();
    return dim3(block.x * __lockstep_block_dim_x() + __lockstep_thread_x(),
                block.y * __lockstep_block_dim_y() + __lockstep_thread_y(),
                block.z * __lockstep_block_dim_z() + __lockstep_thread_z());
  }
  template <class Value>
  static __LOCKSTEP_MEMBER__ Value* map_shared_rank(Value* address, unsigned rank) {
    return (Value*)__lockstep_map_shared((const void*)address, rank);
  }
  static __LOCKSTEP_MEMBER__ unsigned query_shared_rank(const void* address) { return __lockstep_shared_rank(address); }

 private:
  __LOCKSTEP_MEMBER__ cluster_group() : thread_group(Kind::kCluster) {}
  friend __LOCKSTEP_MEMBER__ cluster_group this_cluster();
};
__LOCKSTEP_MEMBER__ cluster_group this_cluster() { return cluster_group(); }

// --- lanes of a warp that run together

class coalesced_group : public thread_group {
 public:
  __LOCKSTEP_MEMBER__ void sync() const { __lockstep_syncwarp(mask_); }
  __LOCKSTEP_MEMBER__ unsigned size() const { return (unsigned)__builtin_popcount(mask_); }
  __LOCKSTEP_MEMBER__ unsigned num_threads() const { return size(); }
  __LOCKSTEP_MEMBER__ unsigned thread_rank() const { return details::RankOfLane(mask_, details::Lane()); }
  __LOCKSTEP_MEMBER__ unsigned meta_group_rank() const { return meta_rank_; }
  __LOCKSTEP_MEMBER__ unsigned meta_group_size() const { return meta_size_; }

  template <class Value>
  __LOCKSTEP_MEMBER__ Value shfl(Value value, unsigned rank) const {
    return From(value, rank < size() ? rank : rank % size(), __lockstep_op_shuffle);
  }
  template <class Value>
  __LOCKSTEP_MEMBER__ Value shfl_up(Value value, unsigned delta) const {
    unsigned rank = thread_rank();
    return From(value, delta <= rank ? rank - delta : rank, __lockstep_op_shuffle_up);
  }
  template <class Value>
  __LOCKSTEP_MEMBER__ Value shfl_down(Value value, unsigned delta) const {
    unsigned rank = thread_rank();
    return From(value, delta < size() - rank ? rank + delta : rank, __lockstep_op_shuffle_down);
  }
  __LOCKSTEP_MEMBER__ int any(int predicate) const { return __any_sync(mask_, predicate); }
  __LOCKSTEP_MEMBER__ int all(int predicate) const { return __all_sync(mask_, predicate); }
  __LOCKSTEP_MEMBER__ unsigned ballot(int predicate) const {
    return details::Pack(mask_, __ballot_sync(mask_, predicate));
  }
  template <class Value>
  __LOCKSTEP_MEMBER__ unsigned match_any(Value value) const {
    return details::Pack(mask_, __lockstep_match(mask_, __lockstep_to_bits(value), __lockstep_op_match_any));
  }
  template <class Value>
  __LOCKSTEP_MEMBER__ unsigned match_all(Value value, int& predicate) const {
    unsigned lanes = __lockstep_match(mask_, __lockstep_to_bits(value), __lockstep_op_match_all);
    predicate = lanes != 0;
    return details::Pack(mask_, lanes);
  }
  __LOCKSTEP_MEMBER__ unsigned long long get_mask() const { return mask_; }

  // For the other headers of cooperative groups.
  __LOCKSTEP_MEMBER__ explicit coalesced_group(unsigned mask, unsigned meta_rank = 0, unsigned meta_size = 1)
      : thread_group(Kind::kLanes, mask, meta_rank, meta_size) {}

 private:
  template <class Value>
  __LOCKSTEP_MEMBER__ Value From(const Value& value, unsigned rank, unsigned operation) const {
    return details::Shuffle(mask_, value, details::LaneOfRank(mask_, rank), operation);
  }
};
__LOCKSTEP_MEMBER__ coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

// --- tiles: a power of two of consecutive threads of a block

namespace details {

// Tiles within a warp.
template <unsigned Size>
class LaneTile : public thread_group {
 public:
  __LOCKSTEP_MEMBER__ void sync() const { __lockstep_syncwarp(mask_); }
  static __LOCKSTEP_MEMBER__ constexpr unsigned size() { return Size; }
  static __LOCKSTEP_MEMBER__ constexpr unsigned num_threads() { return Size; }
  static __LOCKSTEP_MEMBER__ unsigned thread_rank() { return Lane() & (Size - 1); }
  __LOCKSTEP_MEMBER__ unsigned meta_group_rank() const { return meta_rank_; }
  __LOCKSTEP_MEMBER__ unsigned meta_group_size() const { return meta_size_; }

  template <class Value>
  __LOCKSTEP_MEMBER__ Value shfl(Value value, int rank) const {
    return Shuffle(mask_, value, __lockstep_source_idx(rank, Size), __lockstep_op_shuffle);
  }
  template <class Value>
  __LOCKSTEP_MEMBER__ Value shfl_up(Value value, unsigned delta) const {
    return Shuffle(mask_, value, __lockstep_source_up(delta, Size), __lockstep_op_shuffle_up);
  }
  template <class Value>
  __LOCKSTEP_MEMBER__ Value shfl_down(Value value, unsigned delta) const {
    return Shuffle(mask_, value, __lockstep_source_down(delta, Size), __lockstep_op_shuffle_down);
  }
  template <class Value>
  __LOCKSTEP_MEMBER__ Value shfl_xor(Value value, unsigned lane_mask) const {
    return Shuffle(mask_, value, __lockstep_source_xor((int)lane_mask, Size), __lockstep_op_shuffle_xor);
  }
  __LOCKSTEP_MEMBER__ int any(int predicate) const { return __any_sync(mask_, predicate); }
  __LOCKSTEP_MEMBER__ int all(int predicate) const { return __all_sync(mask_, predicate); }
  __LOCKSTEP_MEMBER__ unsigned ballot(int predicate) const { return __ballot_sync(mask_, predicate) >> First(); }
  template <class Value>
  __LOCKSTEP_MEMBER__ unsigned match_any(Value value) const {
    return __lockstep_match(mask_, __lockstep_to_bits(value), __lockstep_op_match_any) >> First();
  }
  template <class Value>
  __LOCKSTEP_MEMBER__ unsigned match_all(Value value, int& predicate) const {
    unsigned lanes = __lockstep_match(mask_, __lockstep_to_bits(value), __lockstep_op_match_all);
    predicate = lanes != 0;
    return lanes >> First();
  }
  __LOCKSTEP_MEMBER__ unsigned long long get_mask() const { return mask_; }

 protected:
  __LOCKSTEP_MEMBER__ LaneTile(unsigned meta_rank, unsigned meta_size)
      : thread_group(Kind::kLanes, 0xffffffffu >> (32 - Size) << First(), meta_rank, meta_size) {}

 private:
  static __LOCKSTEP_MEMBER__ unsigned First() { return Lane() & ~(Size - 1) & 31u; }
};

// Tiles of two or more warps.
template <unsigned Size>
class WideTile : public thread_group {
 public:
  static __LOCKSTEP_MEMBER__ void sync() { __lockstep_tile_sync(Size); }
  static __LOCKSTEP_MEMBER__ constexpr unsigned size() { return Size; }
  static __LOCKSTEP_MEMBER__ constexpr unsigned num_threads() { return Size; }
  static __LOCKSTEP_MEMBER__ unsigned thread_rank() { return ThreadRank() % Size; }
  __LOCKSTEP_MEMBER__ unsigned meta_group_rank() const { return meta_rank_; }
  __LOCKSTEP_MEMBER__ unsigned meta_group_size() const { return meta_size_; }

  template <class Value>
  __LOCKSTEP_MEMBER__ Value shfl(Value value, unsigned rank) const {
    Value result = value;
    __lockstep_tile_gather(Size, &value, sizeof(Value), rank, 0, 1, &result);
    return result;
  }
  __LOCKSTEP_MEMBER__ int any(int predicate) const { return Holding(predicate) != 0; }
  __LOCKSTEP_MEMBER__ int all(int predicate) const { return Holding(!predicate) == 0; }

 protected:
  __LOCKSTEP_MEMBER__ WideTile(unsigned meta_rank, unsigned meta_size)
      : thread_group(Kind::kWide, Size, meta_rank, meta_size) {}

 private:
  static __LOCKSTEP_MEMBER__ unsigned Holding(int predicate) {
    unsigned lanes = __ballot_sync(0xffffffffu, predicate), warps[Size / 32], together = 0;
    __lockstep_tile_gather(Size, &lanes, sizeof lanes, 0, 32, Size / 32, warps);
    for (unsigned warp : warps) together |= warp;
    return together;
  }
};

template <unsigned Size, bool IsWide>
struct ChosenTile {
  using Type = LaneTile<Size>;
};
template <unsigned Size>
struct ChosenTile<Size, true> {
  using Type = WideTile<Size>;
};

}  // namespace details

template <unsigned Size, class Parent = void>
class thread_block_tile;

template <unsigned Size>
class thread_block_tile<Size, void> : public details::ChosenTile<Size, (Size > 32)>::Type {
  static_assert(Size != 0 && (Size & (Size - 1)) == 0, "a tile's size must be a power of two");
  static_assert(Size <= 512, "a tile has at most 512 threads");

 protected:
  __LOCKSTEP_MEMBER__ thread_block_tile(unsigned meta_rank, unsigned meta_size)
      : details::ChosenTile<Size, (Size > 32)>::Type(meta_rank, meta_size) {}
};

template <unsigned Size, class Parent>
class thread_block_tile : public thread_block_tile<Size, void> {
 public:
  // Made by tiled_partition and this_thread.
  __LOCKSTEP_MEMBER__ explicit thread_block_tile(unsigned meta_rank, unsigned meta_size)
      : thread_block_tile<Size, void>(meta_rank, meta_size) {}
};

template <unsigned Size>
__LOCKSTEP_MEMBER__ thread_block_tile<Size, thread_block> tiled_partition(const thread_block&) {
  return thread_block_tile<Size, thread_block>(details::ThreadRank() / Size, (details::BlockThreads() + Size - 1) / Size);
}
template <unsigned Size, unsigned ParentSize, class Grandparent>
__LOCKSTEP_MEMBER__ thread_block_tile<Size, thread_block_tile<ParentSize, Grandparent>> tiled_partition(
    const thread_block_tile<ParentSize, Grandparent>& parent) {
  static_assert(Size <= ParentSize, "a tile cannot be larger than its parent");
  return thread_block_tile<Size, thread_block_tile<ParentSize, Grandparent>>(parent.thread_rank() / Size,
                                                                             ParentSize / Size);
}
__LOCKSTEP_MEMBER__ thread_block_tile<1, thread_block> this_thread() { return thread_block_tile<1, thread_block>(0, 1); }

// Part k consists of the threads `size` * k to `size` * (k + 1) - 1, by rank in the parent.
__LOCKSTEP_MEMBER__ coalesced_group tiled_partition(const coalesced_group& parent, unsigned size) {
  unsigned part = parent.thread_rank() / size, mask = 0;
  for (unsigned rank = part * size; rank < (part + 1) * size && rank < parent.size(); ++rank)
    mask |= 1u << details::LaneOfRank((unsigned)parent.get_mask(), rank);
  return coalesced_group(mask, part, (parent.size() + size - 1) / size);
}
__LOCKSTEP_MEMBER__ thread_group tiled_partition(const thread_group& parent, unsigned size) {
  if (parent.kind_ == thread_group::Kind::kLanes) return tiled_partition(coalesced_group(parent.mask_), size);
  if (size == 0 || size > 32 || (size & (size - 1)) != 0) __lockstep_trap();  // as in CUDA
  unsigned first = details::Lane() & ~(size - 1);
  return thread_group(thread_group::Kind::kLanes, 0xffffffffu >> (32 - size) << first, details::ThreadRank() / size,
                      (details::BlockThreads() + size - 1) / size);
}

// The threads with an equal value.
template <class Group>
__LOCKSTEP_MEMBER__ coalesced_group binary_partition(const Group& parent, bool predicate) {
  unsigned mask = (unsigned)parent.get_mask(), yes = __ballot_sync(mask, predicate);
  return coalesced_group(predicate ? yes : mask & ~yes, predicate ? 0 : 1, 2);
}
template <class Group, class Label>
__LOCKSTEP_MEMBER__ coalesced_group labeled_partition(const Group& parent, Label label) {
  unsigned mask = (unsigned)parent.get_mask();
  unsigned mine = __lockstep_match(mask, __lockstep_to_bits(label), __lockstep_op_match_any);
  // Groups are numbered by their first lane.
  unsigned firsts = __ballot_sync(mask, details::Lane() == (unsigned)__builtin_ctz(mine));
  return coalesced_group(mine, details::RankOfLane(firsts, (unsigned)__builtin_ctz(mine)),
                         (unsigned)__builtin_popcount(firsts));
}

// --- the dynamic forms

__LOCKSTEP_MEMBER__ void thread_group::sync() const {
  if (kind_ == Kind::kBlock) return __lockstep_syncthreads();
  if (kind_ == Kind::kGrid) return __lockstep_sync_grid();
  if (kind_ == Kind::kWide) return __lockstep_tile_sync(mask_);
  if (kind_ == Kind::kCluster) return __lockstep_sync_cluster();
  __lockstep_syncwarp(mask_);
}
__LOCKSTEP_MEMBER__ unsigned long long thread_group::size() const {
  if (kind_ == Kind::kBlock) return details::BlockThreads();
  if (kind_ == Kind::kGrid) return grid_group::size();
  if (kind_ == Kind::kWide) return mask_;
  if (kind_ == Kind::kCluster) return cluster_group::size();
  return (unsigned)__builtin_popcount(mask_);
}
__LOCKSTEP_MEMBER__ unsigned long long thread_group::thread_rank() const {
  if (kind_ == Kind::kBlock) return details::ThreadRank();
  if (kind_ == Kind::kGrid) return grid_group::thread_rank();
  if (kind_ == Kind::kWide) return details::ThreadRank() % mask_;
  if (kind_ == Kind::kCluster) return cluster_group::thread_rank();
  return details::RankOfLane(mask_, details::Lane());
}

// --- the same as free functions

template <class Group>
__LOCKSTEP_MEMBER__ void sync(const Group& group) {
  group.sync();
}
template <class Group>
__LOCKSTEP_MEMBER__ auto thread_rank(const Group& group) -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <class Group>
__LOCKSTEP_MEMBER__ auto group_size(const Group& group) -> decltype(group.size()) {
  return group.size();
}
template <class Group>
__LOCKSTEP_MEMBER__ bool is_valid(const Group& group) {
  return group.is_valid();
}

// The first thread of the group calls `function`.
template <class Group, class Function, class... Arguments>
__LOCKSTEP_MEMBER__ void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (group.thread_rank() == 0) function(static_cast<Arguments&&>(arguments)...);
}
template <class Group, class Function, class... Arguments>
__LOCKSTEP_MEMBER__ auto invoke_one_broadcast(const Group& group, Function&& function, Arguments&&... arguments)
    -> decltype(function(static_cast<Arguments&&>(arguments)...)) {
  decltype(function(static_cast<Arguments&&>(arguments)...)) value{};
  if (group.thread_rank() == 0) value = function(static_cast<Arguments&&>(arguments)...);
  return group.shfl(value, 0);
}

// --- the operations of reductions and scans

#define __LOCKSTEP_OPERATION__(name, expression)                          \
  template <class Value>                                                  \
  struct name {                                                           \
    __LOCKSTEP_MEMBER__ Value operator()(Value a, Value b) const { return expression; } \
  };
__LOCKSTEP_OPERATION__(plus, a + b)
__LOCKSTEP_OPERATION__(less, b < a ? b : a)
__LOCKSTEP_OPERATION__(greater, a < b ? b : a)
__LOCKSTEP_OPERATION__(bit_and, a & b)
__LOCKSTEP_OPERATION__(bit_or, a | b)
__LOCKSTEP_OPERATION__(bit_xor, a ^ b)
#undef __LOCKSTEP_OPERATION__

// The names of CUDA 11.
namespace experimental {
using cooperative_groups::block_tile_memory;
using cooperative_groups::this_thread_block;
using cooperative_groups::tiled_partition;
}  // namespace experimental

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups
#endif
