// lockstep run FILE... [-- ARGUMENTS]: builds into the cache, runs, and ends as the program ends.

#include <fmt/format.h>
#include <signal.h>
#include <string.h>

#include "cli/build_flags.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "shared/base/process.h"
#include "sim/launch/order.h"

namespace lockstep::cli {
namespace {

struct Options {
  BuildFlags flags;
  double limit = 0;
  std::string order;
};

int RunIt(Options& options) {
  if (!options.order.empty() && !ParseOrder(options.order))
    return static_cast<int>(
        Complain(ExitStatus::kBadUsage,
                 {fmt::format("--order {}: serial, lockstep, shuffled or shuffled:SEED is wanted", options.order)}));
  auto program = BuildProgram(options.flags, Mode::kRun);
  if (!program) return static_cast<int>(program.error());
  ProcessRequest request{.command = {*program}, .under_study = true};
  request.command.insert(request.command.end(), ProgramArguments().begin(), ProgramArguments().end());
  request.limit = LimitOf(options.limit);
  if (!options.order.empty()) request.environment.push_back("LOCKSTEP_ORDER=" + options.order);
  Expected<ProcessResult> result = RunProcess(std::move(request));
  if (!result) return static_cast<int>(Complain(ExitStatus::kBadInput, result.error()));
  if (result->timed_out)
    return static_cast<int>(
        Complain(ExitStatus::kTimeLimit, {fmt::format("the program was ended after {} s (--limit)", options.limit)}));
  if (result->interrupted) return static_cast<int>(ExitStatus::kInterrupted);
  if (result->signal)
    Complain(ExitStatus::kProgramFailed,
             {fmt::format("the program was ended by signal {} ({})", result->signal, strsignal(result->signal))});
  return result->status;
}

}  // namespace

void AddRun(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("run", "Build a program and run it");
  AddBuildFlags(*command, options->flags);
  AddLimitFlag(*command, options->limit);
  command->add_option("--order", options->order, "the order of threads: serial, lockstep, shuffled or shuffled:SEED");
  OnRun(command, [options] { return RunIt(*options); });
}

}  // namespace lockstep::cli
