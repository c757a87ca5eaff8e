#pragma once

// Counts and advice for people (a table of lines with their text, and a sentence where a line costs more than it needs to),
// and for programs: the members that `--json` and `--sarif` add to a report (shared/report/FINDINGS.md).

#include <string>

#include "shared/report/tell.h"
#include "sim/metrics/advice.h"

namespace lockstep {

std::string TellCounts(const RunCounts& counts, const AdviceOptions& options, const TellOptions& tell);

// A report's JSON text, with the member `explained`.
std::string WithCounts(const std::string& report_json, const RunCounts& counts, const AdviceOptions& options, const TellOptions& tell);
// A report's SARIF text, with a rule for each kind of advice and a note for each piece.
std::string WithNotes(const std::string& report_sarif, const RunCounts& counts, const AdviceOptions& options, const TellOptions& tell);

}  // namespace lockstep
