// lockstep diff A.lstrace B.lstrace: the first thing that each thread did otherwise.

#include "cli/command.h"
#include "cli/commands.h"
#include "shared/query/run_diff.h"
#include "shared/replay/replay.h"

namespace lockstep::cli {
namespace {

struct DiffOptions {
  std::string a, b;
  std::size_t threads = query::DiffLimits{}.threads;
  bool json = false;
};

ExitStatus Diff(const DiffOptions& options) {
  const auto a = replay::Open(options.a);
  if (!a) return Complain(ExitStatus::kBadInput, a.error());
  const auto b = replay::Open(options.b);
  if (!b) return Complain(ExitStatus::kBadInput, b.error());
  const query::RunDiff diff = query::DiffRuns(**a, **b, {.threads = options.threads});
  std::fputs(query::FormatRunDiff(diff, options.a, options.b, options.json).c_str(), stdout);
  return diff.empty() ? ExitStatus::kOk : ExitStatus::kDifferent;
}

}  // namespace

void AddDiff(CLI::App& app) {
  auto options = std::make_shared<DiffOptions>();
  CLI::App* command = app.add_subcommand("diff", "Compare two recordings, thread by thread");
  command->add_option("A", options->a, "a recording")->required();
  command->add_option("B", options->b, "another one: after an edit, or in another thread order")->required();
  command->add_option("--threads", options->threads, "how many threads of a launch are described")
      ->capture_default_str();
  command->add_flag("--json", options->json, "as JSON");
  OnRun(command, [options] { return Diff(*options); });
}

}  // namespace lockstep::cli
