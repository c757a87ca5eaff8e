#pragma once

// In: what `lockstep check` found, and a recording of the same program. Out: the findings in the recording, each side
// at its step.

#include <vector>

#include "shared/report/format_report.h"

namespace lockstep::report {

// The blocks of one launch in which something was found.
struct FindingPlace {
  std::uint32_t launch = 0;  // its number in program order
  std::vector<trace::Dim3> blocks;
  friend bool operator==(const FindingPlace&, const FindingPlace&) = default;
};

// The places to record so that the findings can be shown: for each launch, of at most `most_launches`, at most
// `most_blocks` blocks. Empty if all findings concern the host.
std::vector<FindingPlace> PlacesOf(const Report& report, std::size_t most_launches, std::size_t most_blocks);

// Fills recording.findings. The step of a side is the one that it names (FindingSide::ordinal).
// Without that number, it is the one at which its thread, on its line, performs the finding's
// action on the finding's bytes; for the two sides of a race, the two steps closest in time. For memory that is not
// recorded (locals), it is the step at which the thread reaches the line. A side without a step states the reason. Of
// files that the recording does not have yet, such as those of host sides, only the `sources` (absolute paths) are
// added: a `#line` directive can name any file.
void AddFindings(const Report& report, const FormatOptions& options, trace::Recording& recording,
                 const std::vector<std::string>& sources = {});

// The sides of one finding in a recording that does not get it: as in AddFindings, except that those in files which it
// does not have name no file.
std::vector<trace::RecordedSide> SidesIn(const trace::Recording& recording, const Finding& finding);

}  // namespace lockstep::report
