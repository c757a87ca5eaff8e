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

StreamPlace& RunningGrid::StreamOf(std::uint64_t stream, std::uint64_t block) {
  StreamPlace& found = streams_[{stream, stream == 0 ? block : 0}];
  if (found.slot == 0 || stream == kFireAndForget) found = {.slot = ++slots_};
  return found;
}

StreamPlace RunningGrid::PlaceIn(std::uint64_t stream, std::uint64_t block) {
  const std::lock_guard lock(mutex_);
  StreamPlace& place = StreamOf(stream, block);
  ++place.place;
  place.is_tail = stream == kTailLaunch;
  return place;
}

void RunningGrid::Record(std::uint64_t event, std::uint64_t stream, std::uint64_t block) {
  const std::lock_guard lock(mutex_);
  const StreamPlace& place = StreamOf(stream, block);
  events_[event] = place.after;
  events_[event][place.slot] = place.place;
}

void RunningGrid::Wait(std::uint64_t stream, std::uint64_t event, std::uint64_t block) {
  const std::lock_guard lock(mutex_);
  StreamPlace& place = StreamOf(stream, block);
  for (const auto& [slot, number] : events_[event])
    if (slot != place.slot) place.after[slot] = std::max(place.after[slot], number);
}

// Blocks run on several processors, and their launches mix; those of one block keep their order.
std::vector<ChildLaunch> RunningGrid::Take() {
  const std::lock_guard lock(mutex_);
  std::ranges::sort(launches_, {}, [](const ChildLaunch& one) {
    return std::tuple(one.request.parent->place.is_tail, one.block, one.place);
  });
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
