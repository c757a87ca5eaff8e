#pragma once

// Some of the steps of a recording: what `lockstep trace dump` prints.

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "shared/trace/recording.h"

namespace lockstep::trace {

// Steps that fit all of these.
struct StepChoice {
  std::optional<std::uint32_t> launch;  // its number in the program
  std::optional<Dim3> block, thread;    // blockIdx, threadIdx
  std::optional<std::uint32_t> line;    // of the step's site
  std::string array;                    // accesses to objects of this name; empty: any step
  // Of the launch, both included.
  std::uint64_t first = 0, last = std::numeric_limits<std::uint64_t>::max();

  bool IsAll() const;
};

// The chosen steps of a launch, in the order of time, as indices.
std::vector<std::uint32_t> ChooseSteps(const Recording& recording, const RecordedLaunch& launch,
                                       const StepChoice& choice);

}  // namespace lockstep::trace
