#pragma once

// The part of `lockstep check` that `--explain` adds: what lines cost, told behind the findings.

#include <CLI/CLI.hpp>
#include <string>

#include "cli/build_flags.h"
#include "shared/base/error.h"
#include "shared/report/tell.h"
#include "sim/metrics/line_counts.h"

namespace lockstep::cli {

struct ExplainFlags {
  bool wanted = false;
  std::string device;           // empty: the default
  std::uint32_t registers = 0;  // of a thread; 0: not known
};

void AddExplainFlags(CLI::App& command, ExplainFlags& flags);
// A sentence where a flag makes no sense.
Expected<void> JudgeExplainFlags(const ExplainFlags& flags);
// The program is to be built with what counts.
void BuildExplained(BuildRequest& request);

// Advice, behind the report's other findings.
void AddAdvice(Report& report, const RunCounts& counts, const ExplainFlags& flags);
// What goes before the report's text: the tables of lines.
std::string TellExplanation(const RunCounts& counts, const ExplainFlags& flags, const TellOptions& tell);
// The report's JSON text with the counts.
std::string JsonWithExplanation(const std::string& report, const RunCounts& counts, const ExplainFlags& flags,
                                const TellOptions& tell);

}  // namespace lockstep::cli
