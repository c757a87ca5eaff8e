#pragma once

// What a lesson's checks say of a recording of the learner's program, told to the learner.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lessons/engine/lesson.h"
#include "shared/trace/recording.h"

namespace lockstep {

// One thread of one launch, for a view that wants to go there.
struct ThreadPlace {
  std::uint32_t launch = 0;  // index into Recording::launches
  Dim3 block{0, 0, 0}, thread{0, 0, 0};
};

struct Remark {
  bool good = false;
  std::string sentence;
  std::optional<ThreadPlace> who;
};

// One remark a check, in their order.
std::vector<Remark> Grade(const Recording& learner, const Recording& solution, std::span<const LessonCheck> checks);

}  // namespace lockstep
