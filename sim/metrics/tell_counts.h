#pragma once

// Counts for people, as a table of lines with their text, and for programs: the member that `--json` adds to a report
// (shared/report/FINDINGS.md). Advice is told with the other findings.

#include <string>

#include "shared/report/tell.h"
#include "sim/metrics/advice.h"

namespace lockstep {

std::string TellCounts(const RunCounts& counts, const AdviceOptions& options, const TellOptions& tell);

// A report's JSON text, with the member `explained`.
std::string WithCounts(const std::string& report_json, const RunCounts& counts, const AdviceOptions& options,
                       const TellOptions& tell);

}  // namespace lockstep
