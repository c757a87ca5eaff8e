// lockstep record FILE... -o OUT.lstrace [-- ARGUMENTS]: runs the program and records what its threads do.

#include "jobs/record.h"

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/failure.h"
#include "cli/outputs.h"
#include "cli/record_flags.h"
#include "shared/base/printable.h"

namespace lockstep::cli {
namespace {

ExitStatus Record(const RecordFlags& flags) {
  if (const auto refused = JudgeOutputs({{"-o", flags.settings.path}}, flags.flags.request.inputs)) return *refused;
  auto request = ToRequest(flags);
  if (!request) return request.error();
  request->program.output_to_errors = WantsJson();
  const auto recorded = jobs::Record(*request, ToTerminal());
  if (!recorded) return PrintFailure(recorded.error());
  const ExitStatus status = recorded->ended ? PrintFailure(*recorded->ended) : ExitStatus::kOk;
  std::fprintf(stderr, "lockstep: recorded %s\n", Printable(flags.settings.path).c_str());
  for (const std::string& part : recorded->parts) std::fprintf(stderr, "  %s\n", Printable(part).c_str());
  return status;
}

}  // namespace

void AddRecord(CLI::App& app) {
  auto flags = std::make_shared<RecordFlags>();
  CLI::App* command = app.add_subcommand("record", "Run a program and record what its threads do");
  AddRecordFlags(*command, *flags);
  command->add_option("-o,--output", flags->settings.path, "the recording")->default_val("recording.lstrace");
  OnRun(command, [flags] { return Record(*flags); });
}

}  // namespace lockstep::cli
