#pragma once

// What lines cost, counted while a program is checked (sim/metrics), in words, JSON and advice.

#include <cstdint>
#include <string>

#include "shared/base/error.h"
#include "shared/report/tell.h"
#include "sim/compile/driver.h"
#include "sim/metrics/line_counts.h"

namespace lockstep::jobs {

struct Explain {
  std::string device;           // whose occupancy is reported; empty: the default
  std::uint32_t registers = 0;  // of a thread, as the device's compiler reports them; 0: not known
};

// The devices that are known, in one line, and the one that is taken where none is named.
std::string KnownDevices();
std::string UsualDevice();
// A sentence where the device is not known.
Expected<void> JudgeExplain(const Explain& explain);

// The program is to be built with what counts.
void BuildExplained(BuildRequest& request);
// Advice, after the report's other findings.
void AddAdvice(Report& report, const RunCounts& counts, const Explain& explain);
// What goes before the report's text: the tables of lines.
std::string TellExplanation(const RunCounts& counts, const Explain& explain, const TellOptions& tell);
// The report's JSON text with the counts.
std::string JsonWithExplanation(const std::string& report, const RunCounts& counts, const Explain& explain,
                                const TellOptions& tell);

}  // namespace lockstep::jobs
