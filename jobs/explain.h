#pragma once

// The costs of lines, counted while a program is checked (sim/metrics): as text, JSON and advice.

#include <cstdint>
#include <string>

#include "shared/base/error.h"
#include "shared/metrics/line_counts.h"
#include "shared/report/format_report.h"
#include "sim/compile/driver.h"

namespace lockstep::jobs {

struct Explain {
  std::string device;           // the device for the occupancy; empty: the default
  std::uint32_t registers = 0;  // of a thread, as the device's compiler reports them; 0: unknown
  // Only what needs no counting at each access: launches, barriers, what the host does. The program is built as for a
  // plain check, and is as fast; there is no advice.
  bool totals_only = false;
};

// Adds advice after the report's other findings.
void AddAdvice(report::Report& report, const metrics::RunCounts& counts, const Explain& explain);
// The tables of lines, which precede the report's text.
std::string FormatExplanation(const metrics::RunCounts& counts, const Explain& explain,
                              const report::FormatOptions& tell);
// The report's JSON text with the counts.
std::string JsonWithExplanation(const std::string& report, const metrics::RunCounts& counts, const Explain& explain,
                                const report::FormatOptions& tell);

}  // namespace lockstep::jobs
