#pragma once

// Launches of one recording of a program and those of another one. Two launches are the same if they are of one kernel
// and have its same number among that kernel's launches of the program, which the host's calls tell: either recording
// may leave launches out, and an edit may add or drop those of other kernels. Where a recording does not know that
// number, those of one kernel with the same number in the program are the same.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shared/trace/recording.h"

namespace lockstep::replay {

struct LaunchPair {
  std::uint32_t first = 0, second = 0;  // indices into Recording::launches
};

class LaunchPairs {
 public:
  LaunchPairs(const trace::Recording& first, const trace::Recording& second);

  const std::vector<LaunchPair>& pairs() const { return pairs_; }  // in the order of the first
  // Indices of launches without a counterpart.
  const std::vector<std::uint32_t>& only_first() const { return only_first_; }
  const std::vector<std::uint32_t>& only_second() const { return only_second_; }
  std::optional<std::uint32_t> SecondOf(std::uint32_t first) const;

 private:
  std::vector<LaunchPair> pairs_;
  std::vector<std::uint32_t> only_first_, only_second_;
};

// "?" of a kernel that the recording does not know.
std::string KernelNameOf(const trace::Recording& recording, const trace::RecordedLaunch& launch);

}  // namespace lockstep::replay
