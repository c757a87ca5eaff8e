// lockstep debug FILE... [-- ARGUMENTS]: records the program, then shows the recording.

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/failure.h"
#include "cli/record_flags.h"
#include "cli/rerun.h"
#include "cli/view_flags.h"
#include "shared/base/scratch_folder.h"
#include "shared/trace/trace.h"

namespace lockstep::cli {
namespace {

struct DebugOptions {
  RecordFlags record;
  ViewFlags view;
};

ExitStatus Debug(DebugOptions& options) {
  const std::string program = options.record.flags.request.inputs.front();
  auto view = ReadViewFlags(options.view, program);
  if (!view) return Complain(ExitStatus::kBadUsage, view.error());
  view->stops_file = StopsFileOf(*view, program);
  if (const auto refused = JudgeOutputs(OutputsOf(options.view), options.record.flags.request.inputs)) return *refused;
  // The recording is for this window only; the file is not needed once it has been read.
  const auto scratch = ScratchFolder::Make();
  if (!scratch) return Complain(ExitStatus::kCannotWrite, scratch.error());
  options.record.settings.path = scratch->File("recording.lstrace");
  auto request = ToRequest(options.record);
  if (!request) return request.error();
  request->program.output_to_errors = WantsJson();
  const auto recorded = jobs::Record(*request, ToTerminal());
  // The recording of a program that failed is shown too; a missing one has been reported.
  if (!recorded) return PrintFailure(recorded.error());
  const ExitStatus status = recorded->ended ? PrintFailure(*recorded->ended) : ExitStatus::kOk;
  auto recording = trace::ReadTrace(recorded->file);
  viz::Scene scene;
  if (recording)
    scene.recording = std::move(*recording);
  else
    scene.problem = recording.error().message;
  RerunProgram again{.program = request->program, .settings = request->settings, .follows = true};
  again.original = [file = recorded->file] { return trace::ReadTrace(file); };
  const ExitStatus shown = ShowScene(std::move(scene), options.view, *view, Reruns(std::move(again)));
  return shown == ExitStatus::kOk ? status : shown;
}

}  // namespace

void AddDebug(CLI::App& app) {
  auto options = std::make_shared<DebugOptions>();
  CLI::App* command = app.add_subcommand("debug", "Record a program and show the recording in a window");
  AddRecordFlags(*command, options->record);
  AddViewFlags(*command, options->view);
  OnRun(command, [options] { return Debug(*options); });
}

}  // namespace lockstep::cli
