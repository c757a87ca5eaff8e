// lockstep run FILE... [-- ARGUMENTS]: builds into the cache, runs, and returns the program's exit status.

#include "jobs/run.h"

#include <fmt/format.h>
#include <unistd.h>

#include "cli/build_flags.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/failure.h"

namespace lockstep::cli {
namespace {

// Above it are those of a shell for programs that a signal ended, and 127 for those that cannot be run.
constexpr int kMostOfProgram = 125;

struct RunOptions {
  BuildFlags flags;
  double limit = 0;
  std::string order;
};

// Programs that compare their results with right ones end so, and a race is often the reason. For people only: a script
// that reads standard error sees what the program wrote.
void AdviseToCheck(const RunOptions& options, int status) {
  if (status == 0 || status > kMostOfProgram || isatty(STDERR_FILENO) == 0) return;
  fmt::print(
      stderr,
      "lockstep: the program ended with exit status {}; if results are wrong, `lockstep check {}` looks for races "
      "and for memory that nobody has written\n",
      status, options.flags.request.inputs.front());
}

int Run(const RunOptions& options) {
  auto program = ToProgram(options.flags, options.limit);
  if (!program) return static_cast<int>(program.error());
  program->output_to_errors = WantsJson();
  const auto ran = jobs::Run({.program = *program, .order = options.order}, ToTerminal());
  if (!ran) return static_cast<int>(PrintFailure(ran.error()));
  if (ran->ended) NoteReason(*ran->ended);
  AdviseToCheck(options, ran->status);
  return ran->status;
}

}  // namespace

void AddRun(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Build a program and run it");
  AddBuildFlags(*command, options->flags);
  AddDeviceFlag(*command, options->flags);
  AddLimitFlag(*command, options->limit);
  command->add_option("--order", options->order,
                      "the order of threads: serial, lockstep, consumer-first, shuffled or shuffled:SEED");
  OnRun(command, [options] { return Run(*options); });
}

}  // namespace lockstep::cli
