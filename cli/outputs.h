#pragma once

// What a command writes is judged before it does anything: an output may not be one of its inputs, nor a source file,
// nor another output, and there must be a place for it.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"

namespace lockstep::cli {

struct Output {
  std::string flag;            // that names it: "--report"
  std::filesystem::path path;  // empty: nobody asked for it
  bool is_source = false;      // it is text, and may replace a source file that is no input
};

// Files are the same where they have the same inode, by whatever name. `inputs` that are no files are none. The
// arguments of the program under study count as its inputs. Nothing where all is well; else it has been said what is
// not.
std::optional<ExitStatus> JudgeOutputs(const std::vector<Output>& outputs, const std::vector<std::string>& inputs);

}  // namespace lockstep::cli
