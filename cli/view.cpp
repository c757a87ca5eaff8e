#include "viz/app/view.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/view_flags.h"
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
  viz::Scene scene;
  auto recording = ReadTrace(options.file);
  if (recording)
    scene.recording = std::move(*recording);
  else
    scene.problem = recording.error().message;
  const bool readable = scene.recording.has_value();
  const ExitStatus shown = ShowScene(std::move(scene), options.flags, *view);
  if (!readable) return Complain(ExitStatus::kBadInput, recording.error());
  return shown;
}

}  // namespace

void AddView(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("view", "Look at a recording in a window");
  command->add_option("FILE", options->file, "the recording (FILE.lstrace)")->required();
  AddViewFlags(*command, options->flags);
  OnRun(command, [options] { return View(*options); });
}

}  // namespace lockstep::cli
