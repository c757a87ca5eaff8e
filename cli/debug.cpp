// lockstep debug FILE... [-- ARGUMENTS]: records the program, then shows the recording.

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/record_flags.h"
#include "cli/view_flags.h"
#include "shared/base/scratch_folder.h"
#include "shared/trace/trace.h"

namespace lockstep::cli {
namespace {

struct Options {
  RecordFlags record;
  ViewFlags view;
};

ExitStatus Debug(Options& options) {
  const std::string program = options.record.flags.request.inputs.front();
  const auto view = ReadViewFlags(options.view, program);
  if (!view) return Complain(ExitStatus::kBadUsage, view.error());
  if (const auto refused = JudgeOutputs(OutputsOf(options.view), options.record.flags.request.inputs)) return *refused;
  // A recording for this window alone: nobody else needs the file once it is read.
  const auto scratch = ScratchFolder::Make();
  if (!scratch) return Complain(ExitStatus::kCannotWrite, scratch.error());
  options.record.settings.path = scratch->File("recording.lstrace");
  const auto request = ToRequest(options.record);
  if (!request) return request.error();
  const auto recorded = jobs::Record(*request, ToTerminal());
  // A program that failed half-way is worth looking at all the more; one that left nothing has been told of.
  if (!recorded) return PrintFailure(recorded.error());
  const ExitStatus status = recorded->ended ? PrintFailure(*recorded->ended) : ExitStatus::kOk;
  auto recording = ReadTrace(recorded->file);
  viz::Scene scene;
  if (recording)
    scene.recording = std::move(*recording);
  else
    scene.problem = recording.error().message;
  const ExitStatus shown = ShowScene(std::move(scene), options.view, *view);
  return shown == ExitStatus::kOk ? status : shown;
}

}  // namespace

void AddDebug(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("debug", "Record a program and look at it in a window");
  AddRecordFlags(*command, options->record);
  AddViewFlags(*command, options->view);
  OnRun(command, [options] { return Debug(*options); });
}

}  // namespace lockstep::cli
