#pragma once

// What `check --record` and `check --view` do once something was found: record the launches and blocks around it, put
// the findings into the recording, and show it.

#include <optional>
#include <string>

#include "cli/build_flags.h"
#include "cli/view_flags.h"
#include "jobs/check.h"

namespace lockstep::cli {

struct RecordOfFindings {
  std::string path;   // --record; empty: the recording is for the window alone
  bool view = false;  // --view
  std::uint64_t steps = jobs::FindingsRequest{}.steps;
  std::string order = jobs::FindingsRequest{}.order;
  ViewFlags view_flags;

  bool IsWanted() const { return view || !path.empty() || !view_flags.screenshot.empty(); }
};

void AddRecordOfFindings(CLI::App& command, RecordOfFindings& options);

// Nothing where all went well, or there was nothing to record (which has been told then).
std::optional<ExitStatus> RecordFindings(const Report& report, const TellOptions& tell, const jobs::Program& program,
                                         const RecordOfFindings& options);

}  // namespace lockstep::cli
