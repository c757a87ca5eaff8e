#pragma once

// The compiler's flags as `build`, `run`, `record`, `check` and `debug` take them, and what comes of them.
//
//   auto request = std::make_shared<BuildRequest>();
//   AddBuildFlags(*command, *request);

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "shared/base/exit_status.h"
#include "sim/compile/driver.h"

namespace lockstep::cli {

struct BuildFlags {
  BuildRequest request;
  std::vector<std::string> includes, defines, undefines, libraries, folders, warnings;
};

// Adds the sources and the flags to `command`.
void AddBuildFlags(CLI::App& command, BuildFlags& flags);

// Builds through the cache and prints the diagnostics; warnings only where `tells_warnings` (a second build of the same
// program has nothing new to say). An ExitStatus where it failed and has been told.
std::expected<std::string, ExitStatus> BuildProgram(BuildFlags& flags, Mode mode, bool tells_warnings = true);
// The request that the flags make, nvcc's among them. An ExitStatus where those say what is not to be had, and it has
// been told.
std::expected<BuildRequest, ExitStatus> ToRequest(const BuildFlags& flags, Mode mode);
// Refuses an output that is an input, or that a compiler cannot write; nothing where all is well.
std::optional<ExitStatus> JudgeProgramOutput(const BuildRequest& request);
// Prints what a failed build has to say.
ExitStatus TellFailure(const BuildFailure& failure);

}  // namespace lockstep::cli
