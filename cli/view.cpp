#include "viz/app/view.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/view_flags.h"
#include "jobs/build.h"
#include "shared/trace/trace.h"

namespace lockstep::cli {
namespace {

struct Options {
  std::string file;
  ViewFlags flags;
};

ExitStatus View(const Options& options) {
  const auto view = ReadViewFlags(options.flags, options.file);
  if (!view) return Complain(ExitStatus::kBadUsage, view.error());
  if (const auto refused = JudgeOutputs(OutputsOf(options.flags), {options.file})) return *refused;
  auto recording = trace::ReadTrace(options.file);
  if (!recording && compile::IsAnySource(options.file))
    return Complain(
        ExitStatus::kBadInput,
        {fmt::format("`{0}` is a program, not a recording: `lockstep debug {0}` records and shows it", options.file)});
  if (!recording) {
    // If the file was opened by a click, the user sees only the window.
    std::error_code error;
    if (options.flags.screenshot.empty() && viz::HasDisplay() && std::filesystem::exists(options.file, error))
      ShowScene({.problem = recording.error().message}, options.flags, *view);
    return Complain(ExitStatus::kBadInput, recording.error());
  }
  return ShowScene({.recording = std::move(*recording)}, options.flags, *view);
}

}  // namespace

void AddView(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("view", "Show a recording in a window");
  command->add_option("FILE", options->file, "the recording (FILE.lstrace)")->required();
  AddViewFlags(*command, options->flags);
  OnRun(command, [options] { return View(*options); });
}

}  // namespace lockstep::cli
