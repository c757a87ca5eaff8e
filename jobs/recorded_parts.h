#pragma once

// In: what a recording has of each launch. Out: the sentences that `lockstep record` ends with.

#include <string>
#include <vector>

#include "shared/session/record_settings.h"

namespace lockstep::jobs {

// "launch 0 of `grey`: 64 of 256 blocks, 9,216 steps; `--blocks all` records every block". First what is recorded, then
// the launches that are not.
std::vector<std::string> DescribeParts(const session::RecordSettings& settings, const session::RecordSummary& summary);

}  // namespace lockstep::jobs
