#pragma once

// A program recorded by the `lockstep` command in a process of its own: whatever the program does, it ends with it.

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "shared/base/error.h"

namespace lockstep {

struct RecordRequest {
  std::filesystem::path lockstep;      // the command
  std::filesystem::path source;        // the program
  std::filesystem::path recording;     // what is written; its folder is made where it is missing
  std::vector<std::string> flags;      // for `lockstep record`: of the compiler, and --block, --launch, ...
  std::vector<std::string> arguments;  // of the program
  std::chrono::seconds limit{30};      // building and running may take so long together
};

struct RecordOutcome {
  bool in_time = true;
  int exit_status = 0;  // of `lockstep record`: cli/exit_status.h
  std::string output;   // the program's
  std::string errors;   // the compiler's, the program's, and what `lockstep` says itself
};

// How `lockstep record` ends where the program does not compile, and where it ran but failed: cli/exit_status.h.
inline constexpr int kRecordCompileError = 102, kRecordProgramFailed = 103;

// Nothing where `cancelled` became true before the end: then all that was started has ended too.
Expected<std::optional<RecordOutcome>> Record(const RecordRequest& request, const std::function<bool()>& cancelled);

// One sentence on an outcome that is no success.
std::string TellOutcome(const RecordOutcome& outcome, const RecordRequest& request);

}  // namespace lockstep
