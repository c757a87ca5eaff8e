#include "cli/check_record.h"

#include <algorithm>
#include <filesystem>

#include "cli/record_flags.h"
#include "shared/base/scratch_folder.h"
#include "shared/report/recorded.h"
#include "shared/trace/trace.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

// More places than anyone looks at: each launch may take as many steps as `--steps` says.
constexpr std::size_t kMostLaunches = 16, kMostBlocks = 32;
// Recording takes its time, and a program with a defect may never end.
constexpr double kLimit = 120, kLimitOfEndless = 10;

bool IsEndless(const Finding& finding) { return finding.kind == FindingKind::kEndless; }

Expected<Recording> Record(const Report& report, const BuildFlags& flags, double limit, const RecordOfFindings& options,
                           const fs::path& path) {
  RecordFlags record{.flags = flags, .quiet = true};
  record.settings.path = path;
  record.settings.max_steps = options.steps;
  record.settings.order = options.order;
  for (FindingPlace& place : PlacesOf(report, kMostLaunches, kMostBlocks))
    record.settings.places.push_back({.launch = place.launch, .blocks = std::move(place.blocks)});
  record.limit = limit > 0 ? limit : std::ranges::any_of(report.findings, IsEndless) ? kLimitOfEndless : kLimit;
  if (RecordProgram(record) != ExitStatus::kOk)
    return Fail("the findings could not be recorded: the program did not come as far as the kernels in which they are");
  return ReadTrace(path);
}

}  // namespace

void AddRecordOfFindings(CLI::App& command, RecordOfFindings& options) {
  command.add_option(
      "--record", options.path,
      "where something is found, record the blocks around it, and the findings, in this file (.lstrace)");
  command.add_flag("--view", options.view, "where something is found, look at it in a window");
  command.add_option("--steps", options.steps, "with --record or --view: the budget of steps for each launch")
      ->capture_default_str();
  AddViewFlags(*command.add_option_group("With --view"), options.view_flags);
}

std::optional<ExitStatus> RecordFindings(const Report& report, const TellOptions& tell, const BuildFlags& flags,
                                         double limit, const RecordOfFindings& options) {
  std::fflush(stdout);
  if (report.findings.empty()) {
    std::fprintf(stderr, "lockstep: nothing was found, so nothing is recorded; `lockstep debug` shows any run\n");
    return std::nullopt;
  }
  if (report.checked.launches == 0) {
    std::fprintf(stderr, "lockstep: what was found is the host's, and no kernel ran, so nothing is recorded\n");
    return std::nullopt;
  }
  const bool is_kept = !options.path.empty();
  const Expected<ScratchFolder> scratch = ScratchFolder::Make();
  if (!scratch) return Complain(ExitStatus::kCannotWrite, scratch.error());
  Expected<Recording> recording = Record(report, flags, limit, options, scratch->File("findings.lstrace"));
  if (!recording) return Complain(ExitStatus::kBadInput, recording.error());
  std::vector<std::string> sources;
  for (const std::string& input : flags.request.inputs) {
    std::error_code error;
    sources.push_back(fs::absolute(input, error).lexically_normal().string());
  }
  AddFindings(report, tell, *recording, sources);
  if (is_kept) {
    if (auto written = WriteTrace(*recording, options.path); !written)
      return Complain(ExitStatus::kCannotWrite, written.error());
    std::fprintf(stderr, "lockstep: recorded %s\n", options.path.c_str());
  }
  if (!options.view && options.view_flags.screenshot.empty()) return std::nullopt;
  const auto view = ReadViewFlags(options.view_flags, flags.request.inputs.front());
  if (!view) return Complain(ExitStatus::kBadUsage, view.error());
  const ExitStatus shown = ShowScene({.recording = std::move(*recording)}, options.view_flags, *view);
  return shown == ExitStatus::kOk ? std::nullopt : std::optional(shown);
}

}  // namespace lockstep::cli
