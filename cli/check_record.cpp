#include "cli/check_record.h"

#include <memory>

#include "cli/rerun.h"

namespace lockstep::cli {

void AddRecordOfFindings(CLI::App& command, RecordOfFindings& options) {
  command.add_option("--record", options.path,
                     "if there are findings, record them and the blocks around them in this file (.lstrace)");
  command.add_flag("--view", options.view, "if there are findings, show them in a window");
  command.add_option("--steps", options.steps, "with --record or --view: the budget of steps for each launch")
      ->capture_default_str();
  AddViewFlags(*command.add_option_group("With --view"), options.view_flags);
}

std::optional<ExitStatus> RecordFindings(const report::Report& report, const report::FormatOptions& tell,
                                         const jobs::Program& program, const RecordOfFindings& options) {
  std::fflush(stdout);
  if (report.findings.empty()) {
    std::fprintf(stderr, "lockstep: no findings, so nothing is recorded; `lockstep debug` shows any run\n");
    return std::nullopt;
  }
  if (report.checked.launches == 0) {
    std::fprintf(stderr, "lockstep: the findings concern the host, and no kernel ran, so nothing is recorded\n");
    return std::nullopt;
  }
  auto recording = jobs::RecordFindings(
      report, tell, {.program = program, .steps = options.steps, .order = options.order, .file = options.path},
      ToTerminal());
  if (!recording) return PrintFailure(recording.error());
  if (!options.path.empty()) std::fprintf(stderr, "lockstep: recorded %s\n", options.path.c_str());
  if (!options.view && options.view_flags.screenshot.empty()) return std::nullopt;
  const auto view = ReadViewFlags(options.view_flags, program.build.inputs.front());
  if (!view) return Complain(ExitStatus::kBadUsage, view.error());
  RerunProgram again{.program = program, .settings = {.order = options.order}};
  again.original = [kept = std::make_shared<trace::Recording>(*recording)] {
    return Expected<trace::Recording>(*kept);
  };
  const ExitStatus shown =
      ShowScene({.recording = std::move(*recording)}, options.view_flags, *view, Reruns(std::move(again)));
  return shown == ExitStatus::kOk ? std::nullopt : std::optional(shown);
}

}  // namespace lockstep::cli
