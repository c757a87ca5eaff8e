#include "jobs/record.h"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>

#include "jobs/recorded_choice.h"
#include "shared/base/file.h"
#include "shared/base/scratch_folder.h"
#include "shared/base/unfinished_file.h"
#include "shared/trace/trace.h"

namespace lockstep::jobs {
namespace {

namespace fs = std::filesystem;

// It gets a moment to write down what the kernel that runs has done.
constexpr std::chrono::seconds kNotice{3};

// A name that is this run's alone, so that what is there afterwards is what it has recorded: beside the recording,
// where it only has to be renamed; in the scratch folder, where the recording goes into a device or a pipe, and where
// nobody waits for a program in the background that is ended.
Expected<fs::path> PathOfThisRun(const RecordRequest& request, const ScratchFolder& scratch) {
  const Expected<Destination> destination = FindDestination(request.settings.path);
  if (!destination) return std::unexpected(destination.error());
  if (!destination->is_replaced || request.program.in_background) return scratch.File("recording.lstrace");
  return fs::path(fmt::format("{}.{}", destination->path.string(), getpid()));
}

// What a program that died leaves reads up to its last whole launch, and says so itself. True where it had begun one
// and nothing of that is left.
bool KeepWhatIsThere(const fs::path& path, bool is_wanted) {
  const fs::path unfinished = UnfinishedName(path);
  std::error_code error;
  const std::uintmax_t size = fs::file_size(unfinished, error);
  if (error) return false;
  if (is_wanted && size > kTraceHeaderSize) {
    fs::rename(unfinished, path, error);
    return false;
  }
  fs::remove(unfinished, error);
  return true;
}

std::optional<RecordSummary> ReadSummary(const fs::path& path) {
  const auto bytes = ReadFile(path);
  if (!bytes) return std::nullopt;
  Expected<RecordSummary> summary = RecordSummaryFromJson({bytes->begin(), bytes->end()});
  return summary ? std::optional(std::move(*summary)) : std::nullopt;
}

// A run and what it left, at a path of its own.
struct Run {
  const RecordRequest& request;
  const Watch& watch;
  fs::path path;
  ProcessResult result;
  std::optional<RecordSummary> summary;

  bool HasRecording() const {
    std::error_code error;
    return fs::exists(path, error);
  }
};

// Whether what was asked for is in the recording; a recording without any of it goes.
std::optional<Failure> JudgeChoice(const Run& run) {
  if (!run.summary) return std::nullopt;
  const std::optional<MissedChoice> missed = FindMissedChoice(run.request.settings, *run.summary);
  if (!missed) return std::nullopt;
  std::error_code error;
  if (missed->everything) {
    fs::remove(run.path, error);
    return Failure{.status = ExitStatus::kBadUsage, .message = missed->sentence};
  }
  run.watch.Note(missed->sentence);
  return std::nullopt;
}

// How the program ended where that was not well. The recording is whatever it wrote until then.
std::optional<Failure> Judge(const Run& run) {
  std::error_code error;
  const bool says_why = run.summary && !run.summary->failure.empty();
  // Its own exit status may be any number: what it could not write is not there.
  const bool cannot_write =
      says_why || (run.result.status == static_cast<int>(ExitStatus::kCannotWrite) && !run.HasRecording());
  const bool was_lost = KeepWhatIsThere(run.path, !cannot_write);
  if (run.summary && run.summary->recorded == 0) fs::remove(run.path, error);
  const bool has_recording = run.HasRecording();
  if (auto ended = JudgeEnd(run.result, run.request.program)) return ended;
  if (cannot_write)
    return Failure{.status = ExitStatus::kCannotWrite,
                   .message = says_why ? run.summary->failure : "the recording cannot be written",
                   .is_printed = true};
  if (auto missed = JudgeChoice(run)) return missed;
  const std::string failed = fmt::format("the program ended with exit status {}", run.result.status);
  if (was_lost) {
    if (run.result.status != 0) run.watch.Note(failed);
    return Failure{.status = ExitStatus::kCannotWrite,
                   .message = "the program ended itself while a kernel ran, and the recording was lost with it"};
  }
  if (run.result.status != 0) return Failure{.status = ExitStatus::kProgramFailed, .message = failed};
  if (has_recording) return std::nullopt;
  return Failure{.status = ExitStatus::kNoKernelRan, .message = "no kernel ran, so there is nothing to record"};
}

// The run's settings, as the program reads them.
RecordSettings SettingsOf(const RecordRequest& request, const fs::path& path, const ScratchFolder& scratch) {
  RecordSettings settings = request.settings;
  std::error_code error;
  settings.shown = request.settings.path;
  settings.path = fs::absolute(path, error).lexically_normal();
  if (error) settings.path = path;
  settings.summary = scratch.File("summary.json");
  settings.program = request.program.build.inputs.front();
  settings.arguments = request.program.arguments;
  return settings;
}

// A place for the recording, looked for before the program is built.
struct Place {
  ScratchFolder scratch;
  fs::path path;
};

Result<Place> FindPlace(const RecordRequest& request) {
  Expected<ScratchFolder> scratch = ScratchFolder::Make();
  if (!scratch) return Failed(ExitStatus::kCannotWrite, scratch.error().message);
  Expected<fs::path> path = PathOfThisRun(request, *scratch);
  if (!path) return Failed(ExitStatus::kCannotWrite, path.error().message);
  return Place{std::move(*scratch), std::move(*path)};
}

Result<Recorded> RecordAt(const Place& place, const std::string& program, const RecordRequest& request,
                          const Watch& watch) {
  const RecordSettings settings = SettingsOf(request, place.path, place.scratch);
  ProcessRequest process = ToProcess(request.program, program, watch);
  // One core and fixed addresses: the same recording, byte for byte, every time.
  process.environment = {std::string(kRecordVariable) + "=" + ToJson(settings), "LOCKSTEP_WORKERS=1"};
  process.fixed_addresses = true;
  process.notice = kNotice;
  process.capture_output |= request.quiet;
  process.capture_errors |= request.quiet;
  Result<ProcessResult> result = RunProcess(std::move(process), watch);
  std::error_code error;
  if (!result) {
    for (const fs::path& left : {fs::path(settings.path), UnfinishedName(settings.path)}) fs::remove(left, error);
    return std::unexpected(result.error());
  }
  const Run run{request, watch, settings.path, std::move(*result), ReadSummary(settings.summary)};
  std::optional<Failure> ended = Judge(run);
  if (!run.HasRecording()) {
    Failure failure = ended.value_or(Failure{.status = ExitStatus::kNoKernelRan});
    failure.output = run.result.output;
    failure.errors = run.result.errors;
    return std::unexpected(std::move(failure));
  }
  if (auto moved = MoveInto(run.path, request.settings.path); !moved) {
    if (ended && !ended->is_printed) watch.Note(ended->message);
    return Failed(ExitStatus::kCannotWrite, moved.error().message);
  }
  return Recorded{request.settings.path, std::move(ended), run.result.output, run.result.errors};
}

}  // namespace

// Limit: 32 bits each, as CUDA's dim3.
std::optional<Dim3> ParseBlock(const std::string& text) {
  std::uint32_t parts[3] = {0, 0, 0};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (int i = 0; i < 3; ++i) {
    const auto [next, error] = std::from_chars(at, end, parts[i]);
    if (error != std::errc()) return std::nullopt;
    if (next == end) return Dim3{parts[0], parts[1], parts[2]};
    if (*next != ',') return std::nullopt;
    at = next + 1;
  }
  return std::nullopt;
}

Failure EndOf(const Recorded& recorded) {
  Failure failure = *recorded.ended;
  failure.output = recorded.output;
  failure.errors = recorded.errors;
  return failure;
}

Result<Recorded> RecordBuilt(const std::string& path, const RecordRequest& request, const Watch& watch) {
  const Result<Place> place = FindPlace(request);
  if (!place) return std::unexpected(place.error());
  return RecordAt(*place, path, request, watch);
}

namespace {

Result<Recorded> BuildAndRecord(const RecordRequest& request, const Watch& watch) {
  const Result<Place> place = FindPlace(request);
  if (!place) return std::unexpected(place.error());
  if (auto judged = JudgeOrder("--order", request.settings.order); !judged)
    return Failed(ExitStatus::kBadUsage, judged.error().message);
  const Result<std::string> path = BuildProgram(request.program, Mode::kRecord, watch);
  if (!path) return std::unexpected(path.error());
  return RecordAt(*place, *path, request, watch);
}

}  // namespace

Result<Recorded> Record(const RecordRequest& request, const Watch& watch) {
  if (!request.whole_limit) return BuildAndRecord(request, watch);
  const auto start = std::chrono::steady_clock::now();
  const auto is_over = [&] { return std::chrono::steady_clock::now() - start >= *request.whole_limit; };
  Watch limited = watch;
  limited.cancelled = [&] { return is_over() || watch.IsCancelled(); };
  Result<Recorded> recorded = BuildAndRecord(request, limited);
  if (recorded || recorded.error().status != ExitStatus::kInterrupted || watch.IsCancelled() || !is_over())
    return recorded;
  return Failed(ExitStatus::kTimeLimit,
                fmt::format("building and running the program took longer than {} s", request.whole_limit->count()));
}

}  // namespace lockstep::jobs
