#pragma once

// The compiler's flags of `build`, `run`, `record`, `check` and `debug`, and the requests that they make.
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
  compile::BuildRequest request;
  std::string device;
  std::vector<std::string> includes, defines, undefines, libraries, folders, warnings;
};

// Adds the sources and the flags to `command`.
void AddBuildFlags(CLI::App& command, BuildFlags& flags);
// --device NAME.
void AddDeviceFlag(CLI::App& command, BuildFlags& flags);

// The request that the flags make, including nvcc's. An ExitStatus, after an error message, if nvcc's flags are invalid
// or not supported.
std::expected<compile::BuildRequest, ExitStatus> ToRequest(const BuildFlags& flags);
// The program that the flags and the words after `--` name; `limit` is that of AddLimitFlag.
std::expected<jobs::Program, ExitStatus> ToProgram(const BuildFlags& flags, double limit);
// Refuses an output that is an input, or that a compiler cannot write; nothing if it is valid.
std::optional<ExitStatus> JudgeProgramOutput(const compile::BuildRequest& request);

// Prints the messages of jobs on standard error.
jobs::Watch ToTerminal();
// Notes the reason of a failure (failure.h): that of the program's runtime where it gave one.
void NoteReason(const jobs::Failure& failure);
// Prints a failure, and notes its reason.
ExitStatus PrintFailure(const jobs::Failure& failure);

}  // namespace lockstep::cli
