#include "viz/app/view.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/growing_recording.h"
#include "cli/rerun.h"
#include "cli/view_flags.h"
#include "jobs/build.h"
#include "jobs/recorded_build.h"
#include "shared/query/bookmarks.h"
#include "shared/replay/moment_address.h"
#include "shared/trace/read_in_parts.h"
#include "shared/trace/trace.h"
#include "viz/model/kept_stops.h"

namespace lockstep::cli {
namespace {

struct ViewOptions {
  std::string file, against;
  ViewFlags flags;
};

bool NamesMoment(const viz::ViewOptions& view) { return view.step || view.thread || view.launch || !view.ask.empty(); }

// The address of the moment is as good as flags, which overrule it.
Expected<void> GoToAddress(const trace::Recording& recording, const replay::MomentAddress& moment,
                           viz::ViewOptions& view) {
  if (moment == replay::MomentAddress{}) return {};
  const auto place = replay::FindMoment(recording, moment);
  if (!place) return std::unexpected(place.error());
  if (!view.launch) view.launch = recording.launches[place->launch].number;
  if (!view.step && (moment.step || moment.line)) view.step = place->step;
  if (!view.thread) view.thread = std::pair{place->block, place->thread};
  return {};
}

viz::RunNames NamesOf(const std::filesystem::path& here, const std::filesystem::path& there) {
  if (here.filename() != there.filename()) return {here.filename().string(), there.filename().string()};
  return {here.string(), there.string()};
}

ExitStatus ComplainThatUnread(const ViewOptions& options, const viz::ViewOptions& view, const Error& error) {
  if (compile::IsAnySource(options.file))
    return Complain(
        ExitStatus::kBadInput,
        {fmt::format("`{0}` is a program, not a recording: `lockstep debug {0}` records and shows it", options.file)});
  // If the file was opened by a click, the user sees only the window.
  std::error_code ignored;
  if (options.flags.screenshot.empty() && viz::HasDisplay() && std::filesystem::exists(options.file, ignored))
    ShowScene({.problem = error.message}, options.flags, view);
  return Complain(ExitStatus::kBadInput, error);
}

Expected<viz::OtherRecording> ReadOther(const ViewOptions& options, bool at_first_difference) {
  auto read = trace::ReadTrace(options.against);
  if (!read) return std::unexpected(read.error());
  if (!replay::Model::HasLaunches(*read))
    return std::unexpected(Error{fmt::format("`{}` holds no launch", options.against)});
  return viz::OtherRecording{std::move(*read), NamesOf(options.file, options.against), at_first_difference};
}

// None where the recording's program is not known.
viz::SceneSource RerunsOf(const trace::Recording& recording, const std::string& file) {
  auto program = jobs::RecordedProgram(recording);
  if (!program) return {};
  return Reruns({.program = std::move(*program),
                 .settings = {.order = recording.order.empty() ? session::RecordSettings().order : recording.order},
                 .original = [file] { return trace::ReadTrace(file); }});
}

// The scenes of a file whose beginning is shown: what is read meanwhile, and what runs again.
viz::SceneSource GrowingScenes(std::string file, viz::SceneSource again) {
  struct State {
    std::optional<GrowingRecording> growing;
    int frames = 0;
  };
  return [file = std::move(file), again = std::move(again),
          state = std::make_shared<State>()](const viz::Reading& reading) {
    // The first frame has the processors for itself.
    if (++state->frames == 2) state->growing.emplace(file);
    auto scene = state->growing ? state->growing->Newer() : std::nullopt;
    if (scene || !again) return scene;
    scene = again(reading);
    // A new run takes the place of what was still being read.
    if (scene && scene->recording) state->growing.reset(), scene->reading = "";
    return scene;
  };
}

ExitStatus View(ViewOptions& options) {
  const auto address = replay::ReadAddress(options.file);
  if (!address) return Complain(ExitStatus::kBadUsage, address.error());
  options.file = address->file;
  auto view = ReadViewFlags(options.flags, options.file);
  if (!view) return Complain(ExitStatus::kBadUsage, view.error());
  if (const auto refused = JudgeOutputs(OutputsOf(options.flags), {options.file})) return *refused;
  // A picture, a comparison and a window at a given moment need the whole.
  const bool names_moment = address->moment != replay::MomentAddress{} || NamesMoment(*view);
  const bool from_start = options.flags.screenshot.empty() && options.against.empty() && !names_moment;
  const trace::StartChoice all{.whole = std::numeric_limits<std::uint64_t>::max()};
  auto start = trace::ReadTraceStart(options.file, from_start ? trace::StartChoice{} : all);
  if (!start) return ComplainThatUnread(options, *view, start.error());
  trace::Recording& recording = start->recording;
  std::optional<viz::OtherRecording> other;
  if (!options.against.empty()) {
    auto read = ReadOther(options, !names_moment);
    if (!read) return Complain(ExitStatus::kBadInput, read.error());
    other = std::move(*read);
  }
  view->bookmarks_file = query::BookmarksFile(options.file);
  view->stops_file = viz::StopsFile(options.file);
  if (auto there = GoToAddress(recording, address->moment, *view); !there)
    return Complain(ExitStatus::kBadUsage, there.error());
  viz::SceneSource again = RerunsOf(recording, options.file);
  if (!start->is_whole) again = GrowingScenes(options.file, std::move(again));
  return ShowScene({.recording = std::move(recording), .other = std::move(other)}, options.flags, *view, again);
}

}  // namespace

void AddView(CLI::App& app) {
  auto options = std::make_shared<ViewOptions>();
  CLI::App* command = app.add_subcommand("view", "Show a recording in a window");
  command
      ->add_option("FILE", options->file,
                   "the recording (FILE.lstrace), or a moment in it: FILE#step=1200&thread=3,0,0/5,0,0")
      ->required();
  command->add_option("--against", options->against, "another recording of the program: a list says where they differ");
  AddViewFlags(*command, options->flags);
  OnRun(command, [options] { return View(*options); });
}

}  // namespace lockstep::cli
