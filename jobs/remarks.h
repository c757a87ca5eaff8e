#pragma once

// What is required of a program, and remarks for a learner on how a recording of it meets that.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "shared/trace/recording.h"

namespace lockstep::jobs {

enum class RequirementKind {
  kCompare,     // an array holds the same numbers as the solution's, up to a tolerance
  kStayInside,  // no thread reads or writes outside the arrays
};

struct Requirement {
  RequirementKind kind{};
  std::string array;     // kCompare: the published name
  double tolerance = 0;  // kCompare: largest difference allowed
};

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

// One remark a requirement, in their order.
std::vector<Remark> RemarksOn(const Recording& learner, const Recording& solution,
                              std::span<const Requirement> requirements);

}  // namespace lockstep::jobs
