#pragma once

// Outputs are checked before the command does anything: an output must not be one of its inputs, a source file, or
// another output, and its place must be writable.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"

namespace lockstep::cli {

struct Output {
  std::string flag;            // the flag that names it: "--report"
  std::filesystem::path path;  // empty: not requested
  bool is_source = false;      // a text file, which may replace a source file that is no input
};

// Two names denote the same file if it has the same inode. `inputs` that are no files are ignored. The arguments of the
// program under study count as inputs. Nothing if all outputs are valid; else an exit status, after an error message.
std::optional<ExitStatus> JudgeOutputs(const std::vector<Output>& outputs, const std::vector<std::string>& inputs);

}  // namespace lockstep::cli
