#include "sim/record/snapshots.h"

#include <span>

#include "sim/record/unwritten.h"

namespace lockstep::record {

void Snapshots::Begin(trace::RecordedLaunch* launch, std::uint64_t budget) {
  launch_ = launch;
  left_ = budget;
  used_.clear();
  is_used_.clear();
}

void Snapshots::NoteUse(const ProgramObject& object, trace::ObjectKind kind, std::uint64_t element_size) {
  if (!launch_ || !is_used_.insert(object.id).second) return;
  used_.push_back(object);
  launch_->memory_before.push_back(Take(object));
  // Variables begin as zeros.
  if (kind == trace::ObjectKind::kAllocation) NoteUnwritten(object, element_size);
}

void Snapshots::NoteGiven(const ProgramObject& object) {
  if (launch_) launch_->memory_before.push_back(Take(object));
}

void Snapshots::TakeLast(const memory::DeviceMemory& memory) {
  for (const ProgramObject& object : used_) {
    const bool is_freed = memory.Owns(object.address) && !memory.FindLive(object.address);
    if (!is_freed) launch_->memory_after.push_back(Take(object));
  }
}

trace::Snapshot Snapshots::Take(const ProgramObject& object) {
  trace::Snapshot snapshot{.object = object.id};
  if (object.size > left_) {
    snapshot.left_out = true;
    return snapshot;
  }
  left_ -= object.size;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(object.address);
  snapshot.bytes.assign(bytes, bytes + object.size);
  return snapshot;
}

void Snapshots::NoteUnwritten(const ProgramObject& object, std::uint64_t element_size) {
  const std::span bytes(reinterpret_cast<const std::uint8_t*>(object.address), object.size);
  auto ranges = UnwrittenIn(bytes, ShortestUnwritten(element_size ? element_size : 1));
  if (!ranges.empty()) launch_->unwritten.push_back({object.id, std::move(ranges)});
}

}  // namespace lockstep::record
