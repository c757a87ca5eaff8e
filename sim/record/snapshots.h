#pragma once

// The contents of a launch's objects before it and after it. An object's first picture is taken when the launch uses it
// for the first time: nothing has changed it by then.

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "shared/trace/recording.h"
#include "sim/memory/device_memory.h"
#include "sim/record/program_objects.h"

namespace lockstep::record {

class Snapshots {
 public:
  // Pictures go to `launch` until the next call, as many bytes as the budget allows. Null: none are taken.
  void Begin(trace::RecordedLaunch* launch, std::uint64_t budget);

  // The launch uses the object, of cells of `element_size` bytes (0: not known).
  void NoteUse(const ProgramObject& object, trace::ObjectKind kind, std::uint64_t element_size);

  // An object of the launch that holds values already, as host memory does.
  void NoteGiven(const ProgramObject& object);

  // The launch has ended: what its objects hold now, but for those that it freed.
  void TakeLast(const memory::DeviceMemory& memory);

 private:
  trace::Snapshot Take(const ProgramObject& object);
  void NoteUnwritten(const ProgramObject& object, std::uint64_t element_size);

  trace::RecordedLaunch* launch_ = nullptr;
  std::uint64_t left_ = 0;           // of the budget
  std::vector<ProgramObject> used_;  // in the order of first use
  std::unordered_set<trace::ObjectId> is_used_;
};

}  // namespace lockstep::record
