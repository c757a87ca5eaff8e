#pragma once

// The program of a job: what it is built from, and how it runs.

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "jobs/confinement.h"
#include "jobs/job.h"
#include "shared/base/error.h"
#include "shared/base/process.h"
#include "shared/base/scratch_folder.h"
#include "sim/compile/driver.h"

namespace lockstep::jobs {

struct Program {
  compile::BuildRequest build;           // sources and flags; mode and output are the job's
  std::vector<std::string> arguments;    // of the program
  std::vector<std::string> environment;  // "NAME=value", besides ours
  std::string input;                     // what it reads, in the background
  std::filesystem::path folder;          // its working directory; empty: ours
  std::optional<Seconds> limit;          // for a run; building is not limited
  // The same, on processors, of a program without confinement; it is also ended when it only waits for 5 s.
  std::optional<std::chrono::milliseconds> processor_limit;
  // Without terminal: its output is captured, and Ctrl-C ends it and us.
  bool in_background = false;
  bool output_to_errors = false;           // its standard output goes where its standard error goes
  bool ends_when_full = false;             // in the background: it is ended once it has printed more than is captured
  std::optional<Confinement> confinement;  // of a program that is not trusted; only in the background
};

// An error unless `order` is a thread order (shared/session/order.h): "serial", "lockstep", "shuffled:7". `flag` names
// the order in that error, for example "--order".
Expected<void> JudgeOrder(const std::string& flag, const std::string& order);

// Builds through the cache: only if a source, a header, a flag or Lockstep itself has changed. Returns the program's
// path.
Result<std::string> BuildProgram(const Program& program, compile::Mode mode, const Watch& watch);

// The words of the program's runtime (shared/session/message.h) go to a file in `scratch`; they are printed, too,
// unless the program's standard error is captured.
void TakeMessages(ProcessRequest& process, const ScratchFolder& scratch);
std::vector<session::Message> MessagesIn(const ScratchFolder& scratch);

// A run of the built program, with the arguments, the folder and the limit of `program`.
ProcessRequest ToProcess(const Program& program, const std::string& path, const Watch& watch);
// Runs it. A Failure if it cannot be started or the job was cancelled.
Result<ProcessResult> RunProcess(ProcessRequest request, const Watch& watch);
// The same, confined where the program is; then `folder` is what it writes to, and holds plain files only afterwards.
Result<ProcessResult> RunIn(const std::filesystem::path& folder, ProcessRequest request, const Program& program,
                            const Watch& watch);

// The failure of a run that ended by itself, with this status.
Failure EndedWith(int status);
// The failure of a run that was ended by the limit, an interrupt, or a signal. Nothing if it ended by itself.
std::optional<Failure> JudgeEnd(const ProcessResult& result, const Program& program);

// Changes whenever programs would be built differently, because the compiler, the plugin, the runtime or the headers
// have changed.
std::string VersionOfBuilds();

Failure ToFailure(const compile::BuildFailure& failure);

}  // namespace lockstep::jobs
