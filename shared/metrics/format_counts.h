#pragma once

// Counts as text for people (a table of lines with their source text) and as JSON for programs: the member that
// `--json` adds to a report (shared/report/FINDINGS.md). Advice is reported with the other findings.

#include <string>

#include "shared/metrics/advice.h"
#include "shared/report/format_report.h"

namespace lockstep::metrics {

std::string FormatCounts(const RunCounts& counts, const AdviceOptions& options, const report::FormatOptions& format);

// A report's JSON text, with the member `explained`.
std::string WithCounts(const std::string& report_json, const RunCounts& counts, const AdviceOptions& options,
                       const report::FormatOptions& format);

}  // namespace lockstep::metrics
