#include "sim/launch/device_work.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lockstep::launch {

bool RunningGrid::Add(ChildLaunch launch, std::size_t most) {
  const std::lock_guard lock(mutex_);
  if (waiting_launches >= most) return false;
  ++waiting_launches;
  launch.place = launches_.size();
  launches_.push_back(std::move(launch));
  return true;
}

// Blocks run on several processors, and their launches mix; those of one block keep their order.
std::vector<ChildLaunch> RunningGrid::Take() {
  const std::lock_guard lock(mutex_);
  std::ranges::sort(launches_, {},
                    [](const ChildLaunch& one) { return std::tuple(one.is_tail, one.block, one.place); });
  return std::exchange(launches_, {});
}

std::uint64_t RunningGrid::MakeHandle() {
  // Unlike the constants of CUDA, and unlike any pointer.
  static std::atomic<std::uint64_t> next = 0x1000;
  const std::uint64_t handle = next++;
  const std::lock_guard lock(mutex_);
  handles_.insert(handle);
  return handle;
}

bool RunningGrid::Knows(std::uint64_t handle) {
  const std::lock_guard lock(mutex_);
  return handles_.contains(handle);
}

bool RunningGrid::DropHandle(std::uint64_t handle) {
  const std::lock_guard lock(mutex_);
  return handles_.erase(handle) > 0;
}

}  // namespace lockstep::launch
