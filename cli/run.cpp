// lockstep run FILE... [-- ARGUMENTS]: builds into the cache, runs, and returns the program's exit status.

#include "jobs/run.h"

#include "cli/build_flags.h"
#include "cli/command.h"
#include "cli/commands.h"

namespace lockstep::cli {
namespace {

struct Options {
  BuildFlags flags;
  double limit = 0;
  std::string order;
};

int Run(const Options& options) {
  const auto program = ToProgram(options.flags, options.limit);
  if (!program) return static_cast<int>(program.error());
  const auto ran = jobs::Run({.program = *program, .order = options.order}, ToTerminal());
  return ran ? ran->status : static_cast<int>(PrintFailure(ran.error()));
}

}  // namespace

void AddRun(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("run", "Build a program and run it");
  AddBuildFlags(*command, options->flags);
  AddDeviceFlag(*command, options->flags);
  AddLimitFlag(*command, options->limit);
  command->add_option("--order", options->order,
                      "the order of threads: serial, lockstep, consumer-first, shuffled or shuffled:SEED");
  OnRun(command, [options] { return Run(*options); });
}

}  // namespace lockstep::cli
