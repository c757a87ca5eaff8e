// lockstep describe FILE#step=..: a moment of a recording in words.

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/moment_flags.h"
#include "shared/query/describe_moment.h"

namespace lockstep::cli {
namespace {

struct DescribeOptions {
  MomentFlags moment;
  bool json = false;
};

ExitStatus Describe(const DescribeOptions& options) {
  const auto address = ReadMomentFlags(options.moment);
  if (!address) return Complain(ExitStatus::kBadUsage, address.error());
  const auto opened = OpenMoment(*address);
  if (!opened) return Complain(ExitStatus::kBadInput, opened.error());
  const query::MomentText text = query::DescribePlace(*opened->model, opened->place);
  std::fputs((options.json ? FormatMomentJson(text) : FormatMoment(text)).c_str(), stdout);
  return ExitStatus::kOk;
}

}  // namespace

void AddDescribe(CLI::App& app) {
  auto options = std::make_shared<DescribeOptions>();
  CLI::App* command = app.add_subcommand("describe", "Print a moment of a recording in words");
  AddMomentFlags(*command, options->moment);
  command->add_flag("--json", options->json, "as JSON");
  OnRun(command, [options] { return Describe(*options); });
}

}  // namespace lockstep::cli
