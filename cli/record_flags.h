#pragma once

// The flags of recording a program, as `record` and `debug` take them.

#include <optional>
#include <string>
#include <vector>

#include "cli/build_flags.h"
#include "jobs/record.h"

namespace lockstep::cli {

struct RecordFlags {
  BuildFlags flags;
  RecordSettings settings;
  std::vector<std::string> blocks;
  double limit = 0;
};

// All flags but the output's: settings.path is the caller's.
void AddRecordFlags(CLI::App& command, RecordFlags& flags);

// The request that the flags make. An ExitStatus where they say what is not to be had, and it has been told.
std::expected<jobs::RecordRequest, ExitStatus> ToRequest(const RecordFlags& flags);

}  // namespace lockstep::cli
