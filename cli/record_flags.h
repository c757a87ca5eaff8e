#pragma once

// The recording flags of `record` and `debug`.

#include <optional>
#include <string>
#include <vector>

#include "cli/build_flags.h"
#include "jobs/record.h"

namespace lockstep::cli {

struct RecordFlags {
  BuildFlags flags;
  session::RecordSettings settings;
  std::vector<std::string> blocks, choices;  // --block, --blocks
  double limit = 0;
};

// All flags except the output's: the caller sets settings.path.
void AddRecordFlags(CLI::App& command, RecordFlags& flags);

// The request that the flags make. An ExitStatus, after an error message, if they are invalid.
std::expected<jobs::RecordRequest, ExitStatus> ToRequest(const RecordFlags& flags);

}  // namespace lockstep::cli
