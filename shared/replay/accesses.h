#pragma once

// Accesses to bytes: the cells that a thread's current line touches, and the last writer of a byte.

#include <optional>
#include <vector>

#include "shared/replay/model.h"

namespace lockstep::replay {

// One pass of a thread over a line: from its kLine step to the next one in the same function. The calls that the line
// makes are inside it; the lines of the called functions are other visits.
struct LineVisit {
  Line line;
  StepIndex begin = kNoStep;     // the kLine step
  std::vector<StepIndex> steps;  // the line's own steps, in order; without those of calls
};

// The visit that starts with the kLine step `begin`.
LineVisit VisitFrom(const Model& model, StepIndex begin);
// The current visit of the thread; none before its first line and after its last step.
std::optional<LineVisit> CurrentVisit(const Model& model, ThreadSlot thread);

// One access to memory that threads can share; local variables are excluded.
struct Touch {
  StepIndex step = kNoStep;
  trace::ObjectId object = trace::ObjectId::kNone;
  std::uint64_t offset = 0, size = 0;
  bool writes = false;  // true for writes and atomics
  bool done = false;    // false: the line has yet to do it
};

// The accesses of the line that the thread is on.
std::vector<Touch> TouchesOf(const Model& model, ThreadSlot thread);

// An access outside the object that it was meant for.
struct Miss {
  trace::ObjectId object = trace::ObjectId::kNone;
  std::int64_t offset = 0;  // from the object's start: negative before it
  std::uint64_t size = 0;
  bool writes = false;
};

// The access that has just missed its object; none unless the thread's last step is a fault of that kind.
std::optional<Miss> MissOf(const Model& model, ThreadSlot thread);

struct Writer {
  StepIndex step = kNoStep;  // kNoStep: by a block that was not recorded, at an unknown moment
  trace::Dim3 block{0, 0, 0}, thread{0, 0, 0};
};

// The last recorded write to this byte before the moment.
std::optional<Writer> LastWriter(const Model& model, trace::ObjectId object, std::uint64_t offset);
// The first recorded write to this byte at or after the moment.
std::optional<Writer> NextWriter(const Model& model, trace::ObjectId object, std::uint64_t offset);
// The last writer of this byte in the whole launch, recorded or not. None if the byte was never written or the
// recording has no writer map.
std::optional<Writer> FinalWriter(const Model& model, trace::ObjectId object, std::uint64_t offset);

}  // namespace lockstep::replay
