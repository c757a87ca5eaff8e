#pragma once

// Who touches which bytes: the cells of the line that a thread is on, and who wrote a byte last.

#include <optional>
#include <vector>

#include "shared/replay/model.h"

namespace lockstep::replay {

// One pass of a thread over a line: from its kLine step up to its next one in the same function. Calls that the line
// makes lie inside; their own lines are other visits.
struct LineVisit {
  Line line;
  StepIndex begin = kNoStep;     // the kLine step
  std::vector<StepIndex> steps;  // what the line did itself, in order; calls left out
};

// The visit that begins with the kLine step `begin`.
LineVisit VisitFrom(const Model& model, StepIndex begin);
// The visit that the thread is in at the moment; none before its first line, and after its last step.
std::optional<LineVisit> CurrentVisit(const Model& model, ThreadSlot thread);

// One access to memory that threads can share (not to local variables).
struct Touch {
  StepIndex step = kNoStep;
  ObjectId object = ObjectId::kNone;
  std::uint64_t offset = 0, size = 0;
  bool writes = false;  // writes and atomics
  bool done = false;    // false: the line is going to do it
};

// What the line that the thread is on reads and writes.
std::vector<Touch> TouchesOf(const Model& model, ThreadSlot thread);

// An access outside of the memory that it was meant for.
struct Miss {
  ObjectId object = ObjectId::kNone;
  std::int64_t offset = 0;  // from the object's start: negative before it
  std::uint64_t size = 0;
  bool writes = false;
};

// What the thread has just missed: none unless its last step is a fault of that kind.
std::optional<Miss> MissOf(const Model& model, ThreadSlot thread);

struct Writer {
  StepIndex step = kNoStep;  // kNoStep: by a block that was not recorded, at a moment that is not known
  Dim3 block{0, 0, 0}, thread{0, 0, 0};
};

// The last recorded write to this byte before the moment.
std::optional<Writer> LastWriter(const Model& model, ObjectId object, std::uint64_t offset);
// The first recorded write to this byte at or after the moment.
std::optional<Writer> NextWriter(const Model& model, ObjectId object, std::uint64_t offset);
// Who wrote this byte last in the whole launch, recorded or not. None: nobody, or the recording has no such map.
std::optional<Writer> FinalWriter(const Model& model, ObjectId object, std::uint64_t offset);

}  // namespace lockstep::replay
