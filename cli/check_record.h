#pragma once

// `check --record` and `check --view`: after findings, record the launches and blocks around them, put the findings
// into the recording, and show it.

#include <optional>
#include <string>

#include "cli/build_flags.h"
#include "cli/view_flags.h"
#include "jobs/check.h"

namespace lockstep::cli {

struct RecordOfFindings {
  std::string path;   // --record; empty: the recording is only shown
  bool view = false;  // --view
  std::uint64_t steps = jobs::FindingsRequest{}.steps;
  std::string order = jobs::FindingsRequest{}.order;
  ViewFlags view_flags;

  bool IsWanted() const { return view || !path.empty() || !view_flags.screenshot.empty(); }
};

void AddRecordOfFindings(CLI::App& command, RecordOfFindings& options);

// Nothing if all went well, or if there was nothing to record, which has then been reported.
std::optional<ExitStatus> RecordFindings(const report::Report& report, const report::FormatOptions& tell,
                                         const jobs::Program& program, const RecordOfFindings& options);

}  // namespace lockstep::cli
