#pragma once

// Recording a program: its flags, as `record` and `debug` take them, and the deed.

#include <optional>
#include <string>
#include <vector>

#include "cli/build_flags.h"
#include "sim/record/settings.h"

namespace lockstep::cli {

struct RecordFlags {
  BuildFlags flags;
  RecordSettings settings;
  std::vector<std::string> blocks;
  std::optional<std::uint32_t> launch;
  double limit = 0;
  bool quiet = false;  // the program has run before: neither what it prints nor how it ends is told again
};

// All flags but the output's: settings.path is the caller's.
void AddRecordFlags(CLI::App& command, RecordFlags& flags);

// Builds the program, runs it, and leaves its recording at settings.path, where there is no file yet, as far as it
// came. What went wrong has been told.
ExitStatus RecordProgram(RecordFlags& flags);

}  // namespace lockstep::cli
