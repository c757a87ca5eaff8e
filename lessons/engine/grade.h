#pragma once

// What a lesson's checks say of a recording of the learner's program, told to the learner.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lessons/engine/lesson.h"
#include "shared/trace/recording.h"

namespace lockstep {

// A cell that holds another value than the solution's.
struct WrongCell {
  ObjectId object = ObjectId::kNone;
  std::uint64_t cell = 0;
  std::string expected;
};

// Where a remark leads: a thread of a launch and, where they are known, its step and the cell.
struct Moment {
  std::uint32_t launch = 0;  // index into Recording::launches
  Dim3 block{0, 0, 0}, thread{0, 0, 0};
  std::optional<std::uint32_t> step;  // index into RecordedLaunch::steps; none where the block was not recorded
  std::optional<WrongCell> cell;
};

struct Remark {
  bool good = false;
  std::string sentence;
  std::optional<Moment> moment;
};

// One remark a check, in their order.
std::vector<Remark> Grade(const Recording& learner, const Recording& solution, std::span<const LessonCheck> checks);

}  // namespace lockstep
