#pragma once

// The program that a job is about: what it is built from and how it runs.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "jobs/job.h"
#include "shared/base/error.h"
#include "shared/base/process.h"
#include "sim/compile/driver.h"

namespace lockstep::jobs {

struct Program {
  BuildRequest build;                  // sources and flags; mode and output are the job's
  std::vector<std::string> arguments;  // of the program
  std::filesystem::path folder;        // where it runs; empty: here
  std::optional<Seconds> limit;        // of a run; building takes the time that it takes
  // No input and no terminal; what it prints is captured, and Ctrl-C ends it and us.
  bool in_background = false;
};

// An error unless `order` is an order of threads (sim/launch/order.h): "serial", "lockstep", "shuffled:7". `flag` is
// the name of the order in that error, as "--order".
Expected<void> JudgeOrder(const std::string& flag, const std::string& order);

// Through the cache: built only where a source, a header, a flag or Lockstep itself changed. The built program's path.
Result<std::string> BuildProgram(const Program& program, Mode mode, const Watch& watch);

// A run of the built program, with the arguments, the place and the limit that `program` names.
ProcessRequest ToProcess(const Program& program, const std::string& path, const Watch& watch);
// Runs it. A Failure where it cannot be started, or the job was cancelled.
Result<ProcessResult> RunProcess(ProcessRequest request, const Watch& watch);

// How a run ended that did not end by itself: by the limit, an interrupt, or a signal. Nothing where it did.
std::optional<Failure> JudgeEnd(const ProcessResult& result, const Program& program);

// Changes whenever programs would be built otherwise: the compiler, the plugin, the runtime or the headers have
// changed.
std::string VersionOfBuilds();

Failure ToFailure(const BuildFailure& failure);

}  // namespace lockstep::jobs
