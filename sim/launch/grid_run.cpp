#include "sim/launch/grid_run.h"

#include <algorithm>

#include "sim/machine/machine.h"
#include "sim/memory/device_memory.h"

namespace lockstep::launch {

GridRun::GridRun(const LaunchRequest& request, const session::Order& order, std::uint32_t number)
    : request_(request), block_count_(request.grid.Count()), static_size_(request.machine->static_shared()) {
  call_.kernel = request.kernel;
  call_.arguments = request.arguments;
  call_.order = order;
  if (!session::StartsAscending(order)) start_order_.emplace(order, block_count_ / cluster_size(), number);
  call_.cooperative = request.cooperative;
  arena_size_ = static_size_ + request.dynamic_shared;
  const LockstepKernel& kernel = *request.kernel;
  auto add = [&](std::uint64_t offset, std::uint64_t size, std::uint64_t written) {
    if (written < size) poisoned_.push_back({.offset = offset + written, .size = size - written});
  };
  std::uint64_t written_dynamic = 0;
  for (std::uint32_t i = 0; i < kernel.shared_count; ++i) {
    const LockstepShared& variable = request.unit->shared[kernel.shared[i]];
    const std::uint64_t written = kernel.written_first ? kernel.written_first[i] * std::uint64_t{request.block.x} : 0;
    if (variable.dynamic)
      written_dynamic = std::max(written_dynamic, written);
    else
      add(request.unit->shared_base + variable.offset, variable.size, written);
  }
  add(static_size_, request.dynamic_shared, written_dynamic);
}

bool GridRun::has_fibers() const {
  const LockstepKernel& kernel = *request_.kernel;
  return may_wait() || (plan.watch_all && plan.order.kind != session::OrderKind::kSerial && !kernel.block_entry);
}

std::uint64_t GridRun::BlockOfCluster(std::uint64_t cluster, std::uint64_t rank) const {
  const trace::Dim3 grid = request_.grid, size = request_.cluster;
  const std::uint64_t across = grid.x / size.x, down = grid.y / size.y;
  const std::uint64_t x = cluster % across * size.x + rank % size.x;
  const std::uint64_t y = cluster / across % down * size.y + rank / size.x % size.y;
  const std::uint64_t z = cluster / across / down * size.z + rank / size.x / size.y;
  return (z * grid.y + y) * grid.x + x;
}

std::uint64_t GridRun::ClusterOf(std::uint64_t linear) const {
  const trace::Dim3 grid = request_.grid, size = request_.cluster;
  const std::uint64_t x = linear % grid.x / size.x, y = linear / grid.x % grid.y / size.y,
                      z = linear / grid.x / grid.y / size.z;
  return (z * (grid.y / size.y) + y) * (grid.x / size.x) + x;
}

void GridRun::SetPlan(LaunchObserver::Plan chosen) {
  plan = std::move(chosen);
  const auto sort = [&](std::vector<std::uint64_t>& clusters) {
    if (start_order_)
      std::ranges::sort(clusters, {}, [&](std::uint64_t cluster) { return start_order_->PlaceOf(cluster); });
  };
  if (cluster_size() == 1) {
    sort(plan.watched);
  } else {
    // Whole clusters, because their blocks wait for one another.
    std::vector<std::uint64_t> clusters;
    for (std::uint64_t linear : plan.watched)
      if (const std::uint64_t cluster = ClusterOf(linear); std::ranges::find(clusters, cluster) == clusters.end())
        clusters.push_back(cluster);
    sort(clusters);
    plan.watched.clear();
    for (std::uint64_t cluster : clusters)
      for (std::uint64_t rank = 0; rank < cluster_size(); ++rank) plan.watched.push_back(BlockOfCluster(cluster, rank));
  }
  watched_.insert(plan.watched.begin(), plan.watched.end());
  for (const std::uint64_t linear : plan.watched) watched_end_ = std::max(watched_end_, linear + 1);
}

std::uint64_t GridRun::TakeBlocks(std::uint64_t most, std::uint64_t& first) {
  if (!HasUntaken() || HasStopped()) return 0;
  if (start_order_) {
    next_ += cluster_size();
    first = start_order_->Next() * cluster_size();
    return cluster_size();
  }
  first = next_.fetch_add(most, std::memory_order_relaxed);
  return first < block_count_ ? std::min(most, block_count_ - first) : 0;
}

LockstepBlock GridRun::DescribeBlock(std::uint64_t linear, char* arena) const {
  const trace::Dim3 grid = request_.grid, block = request_.block;
  LockstepBlock described{};
  described.index[0] = static_cast<std::uint32_t>(linear % grid.x);
  described.index[1] = static_cast<std::uint32_t>(linear / grid.x % grid.y);
  described.index[2] = static_cast<std::uint32_t>(linear / grid.x / grid.y);
  const std::uint32_t block_dim[] = {block.x, block.y, block.z}, grid_dim[] = {grid.x, grid.y, grid.z};
  std::copy_n(block_dim, 3, described.block_dim);
  std::copy_n(grid_dim, 3, described.grid_dim);
  const std::uint32_t cluster_dim[] = {request_.cluster.x, request_.cluster.y, request_.cluster.z};
  std::copy_n(cluster_dim, 3, described.cluster_dim);
  std::copy_n(block_dim, 3, described.end);
  described.dynamic_size = static_cast<std::uint32_t>(request_.dynamic_shared);
  described.shared = arena;
  described.dynamic_shared = arena + static_size_;
  return described;
}

void GridRun::PoisonShared(char* arena) const {
  for (const Part& part : poisoned_) memory::FillWithPoison(arena + part.offset, part.size);
}

void GridRun::Stop(LaunchOutcome outcome) {
  std::lock_guard lock(mutex_);
  if (outcome_.fault == LaunchFault::kNone) outcome_ = std::move(outcome);
  stopped_ = true;
  changed_.notify_all();
}

void GridRun::WorkerEnds() {
  --workers_;
  NoteProgress();
}

bool GridRun::NoteStandstill(std::uint64_t seen) {
  std::lock_guard lock(mutex_);
  return seen == progress() && ++idle_ >= workers_ && seen == progress();
}

bool GridRun::CannotOpen() const { return finished_ > 0 && arrived_ > 0 && arrived_ + finished_ == block_count_; }

bool GridRun::ArriveAtBarrier() {
  std::lock_guard lock(mutex_);
  if (++arrived_ < block_count_) {
    if (CannotOpen()) changed_.notify_all();
    return false;
  }
  arrived_ = 0;
  generation_.fetch_add(1, std::memory_order_release);
  changed_.notify_all();
  return true;
}

void GridRun::BlockFinished() {
  resident_threads_.fetch_sub(request_.block.Count(), std::memory_order_relaxed);
  std::lock_guard lock(mutex_);
  ++finished_;
  if (CannotOpen()) changed_.notify_all();
}

bool GridRun::WaitForBarrier(std::uint64_t seen) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return generation_ != seen || stopped_ || CannotOpen(); });
  return generation_ != seen || stopped_;
}

}  // namespace lockstep::launch
