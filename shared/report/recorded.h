#pragma once

// In: what `lockstep check` found, and a recording of the same program. Out: the findings in the recording, each side
// at its step.

#include <vector>

#include "shared/report/tell.h"

namespace lockstep {

// The blocks of one launch in which something was found.
struct FindingPlace {
  std::uint32_t launch = 0;  // its number in program order
  std::vector<Dim3> blocks;
  friend bool operator==(const FindingPlace&, const FindingPlace&) = default;
};

// What is to be recorded so that the findings can be looked at: by launch, at most `most_launches` of them and
// `most_blocks` of each. Empty where all of them are the host's.
std::vector<FindingPlace> PlacesOf(const Report& report, std::size_t most_launches, std::size_t most_blocks);

// Fills recording.findings. A side's step is the one of its thread, at its line, that does what the finding says to the
// bytes that it says; of the two sides of a race those are taken that are closest in time. Where memory is not recorded
// (locals), it is the step in which the thread reaches the line. A side without a step says why it has none.
// Of files that the recording does not have yet, where the host's sides are, it takes the text of `sources`
// only (absolute paths): a `#line` directive can name any file.
void AddFindings(const Report& report, const TellOptions& options, Recording& recording,
                 const std::vector<std::string>& sources = {});

}  // namespace lockstep
