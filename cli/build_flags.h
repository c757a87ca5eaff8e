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

#include "jobs/build.h"

namespace lockstep::cli {

struct BuildFlags {
  BuildRequest request;
  std::vector<std::string> includes, defines, undefines, libraries, folders, warnings;
};

// Adds the sources and the flags to `command`.
void AddBuildFlags(CLI::App& command, BuildFlags& flags);

// The request that the flags make, nvcc's among them. An ExitStatus where those say what is not to be had, and it has
// been told.
std::expected<BuildRequest, ExitStatus> ToRequest(const BuildFlags& flags);
// The program that the flags and the words after `--` name; `limit` is AddLimitFlag's.
std::expected<jobs::Program, ExitStatus> ToProgram(const BuildFlags& flags, double limit);
// Refuses an output that is an input, or that a compiler cannot write; nothing where all is well.
std::optional<ExitStatus> JudgeProgramOutput(const BuildRequest& request);

// What jobs say while they work, on standard error.
jobs::Watch ToTerminal();
// Prints why a job failed.
ExitStatus PrintFailure(const jobs::Failure& failure);

}  // namespace lockstep::cli
