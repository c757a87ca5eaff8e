#include "jobs/record.h"

#include <fmt/format.h>
#include <unistd.h>

#include "jobs/host_places.h"
#include "jobs/recorded_build.h"
#include "jobs/recorded_choice.h"
#include "jobs/recorded_parts.h"
#include "shared/base/file.h"
#include "shared/base/scratch_folder.h"
#include "shared/base/unfinished_file.h"
#include "shared/session/order.h"
#include "shared/session/variables.h"
#include "shared/trace/host_places.h"
#include "shared/trace/trace.h"

namespace lockstep::jobs {
namespace {

namespace fs = std::filesystem;

// Time for the program to write the steps of the running kernel.
constexpr std::chrono::seconds kNotice{3};

// A name for this run alone, so that a file of this name afterwards is what this run has recorded. It is beside the
// recording, so that a rename suffices; or in the scratch folder, if the recording is written to a device or a pipe, or
// if the program runs in the background: once cancelled, it may still write after this run has ended.
Expected<fs::path> PathOfThisRun(const RecordRequest& request, const ScratchFolder& scratch) {
  const Expected<Destination> destination = FindDestination(request.settings.path);
  if (!destination) return std::unexpected(destination.error());
  if (!destination->is_replaced || request.program.in_background) return scratch.File("recording.lstrace");
  return fs::path(fmt::format("{}.{}", destination->path.string(), getpid()));
}

// The file of a program that died can be read up to its last complete launch, and states so itself. True if a launch
// had begun and nothing of it is left.
bool KeepWhatIsThere(const fs::path& path, bool is_wanted) {
  const fs::path unfinished = UnfinishedName(path);
  std::error_code error;
  const std::uintmax_t size = fs::file_size(unfinished, error);
  if (error) return false;
  if (is_wanted && size > trace::kTraceHeaderSize) {
    fs::rename(unfinished, path, error);
    return false;
  }
  fs::remove(unfinished, error);
  return true;
}

std::optional<session::RecordSummary> ReadSummary(const fs::path& path) {
  constexpr std::uint64_t kLargest = 64 << 20;  // bytes
  const Expected<std::string> text = ReadText(path, kLargest);
  if (!text) return std::nullopt;
  Expected<session::RecordSummary> summary = session::RecordSummaryFromJson(*text);
  return summary ? std::optional(std::move(*summary)) : std::nullopt;
}

// A run and the file that it left, under a name of its own.
struct Run {
  const RecordRequest& request;
  const Watch& watch;
  fs::path path;
  ProcessResult result;
  std::optional<session::RecordSummary> summary;

  bool HasRecording() const {
    std::error_code error;
    return fs::exists(path, error);
  }
};

// The error if the recording lacks what was requested; a recording with none of it is deleted.
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

// The error if the program did not end well. The recording contains what it wrote before.
std::optional<Failure> Judge(const Run& run) {
  std::error_code error;
  const bool says_why = run.summary && !run.summary->failure.empty();
  // The program's exit status may be any number, so the test is for the file.
  const bool cannot_write =
      says_why || (run.result.status == static_cast<int>(ExitStatus::kCannotWrite) && !run.HasRecording());
  const bool was_lost = KeepWhatIsThere(run.path, !cannot_write);
  if (run.summary && run.summary->recorded == 0) fs::remove(run.path, error);
  const bool has_recording = run.HasRecording();
  if (auto ended = JudgeEnd(run.result, run.request.program)) return ended;
  if (cannot_write)
    return Failure{.status = ExitStatus::kCannotWrite,
                   .message = says_why ? run.summary->failure : "cannot write the recording",
                   .is_printed = true};
  if (auto missed = JudgeChoice(run)) return missed;
  const Failure failed = EndedWith(run.result.status);
  if (was_lost) {
    if (run.result.status != 0) run.watch.Note(failed.message);
    return Failure{.status = ExitStatus::kCannotWrite,
                   .message = "the program ended while a kernel ran, and the recording was lost"};
  }
  if (run.result.status != 0) return failed;
  if (has_recording) return std::nullopt;
  return Failure{.status = ExitStatus::kNoKernelRan, .message = "no kernel ran, so there is nothing to record"};
}

// The lines of the host's calls, which only the debug information of the built program at `program` has. Without them
// a recording names the calls alone.
void NameHostCalls(const Run& run, const std::string& program) {
  // An unfinished file has no calls.
  if (!run.summary || run.summary->callers.empty()) return;
  std::vector<trace::HostPlace> places;
  for (auto& [address, place] : FindHostPlaces(run.summary->callers, program, run.request.program))
    places.push_back({.caller = address,
                      .file = std::move(place.file),
                      .line = place.line,
                      .column = place.column,
                      .function = std::move(place.function)});
  (void)trace::AddHostPlaces(run.path, std::move(places));
}

// The settings that the program reads.
session::RecordSettings SettingsOf(const RecordRequest& request, const fs::path& path, const ScratchFolder& scratch) {
  session::RecordSettings settings = request.settings;
  std::error_code error;
  settings.shown = request.settings.path;
  settings.path = fs::absolute(path, error).lexically_normal();
  if (error) settings.path = path;
  settings.summary = scratch.File("summary.json");
  settings.program = request.program.build.inputs.front();
  settings.arguments = request.program.arguments;
  settings.build = BuildWords(request.program);
  return settings;
}

// The recording's destination, checked before the program is built.
struct Output {
  ScratchFolder scratch;
  fs::path path;
};

Result<Output> ChooseOutput(const RecordRequest& request) {
  Expected<ScratchFolder> scratch = ScratchFolder::Make();
  if (!scratch) return Failed(ExitStatus::kCannotWrite, scratch.error().message);
  Expected<fs::path> path = PathOfThisRun(request, *scratch);
  if (!path) return Failed(ExitStatus::kCannotWrite, path.error().message);
  return Output{std::move(*scratch), std::move(*path)};
}

Result<Recorded> RecordAt(const Output& output, const std::string& program, const RecordRequest& request,
                          const Watch& watch) {
  const session::RecordSettings settings = SettingsOf(request, output.path, output.scratch);
  ProcessRequest process = ToProcess(request.program, program, watch);
  // One core and fixed addresses make the recording the same in every run, byte for byte.
  process.environment.push_back(session::Assign(session::kRecordVariable, session::ToJson(settings)));
  process.environment.push_back(session::Assign(session::kWorkersVariable, "1"));
  // For blocks and launches that are not recorded, too.
  const auto order = session::ParseOrder(request.settings.order);
  const bool has_own_start = order && !session::StartsAscending(*order);
  process.environment.push_back(session::Assign(session::kOrderVariable, has_own_start ? request.settings.order : ""));
  process.fixed_addresses = true;
  process.notice = kNotice;
  process.capture_output |= request.quiet;
  process.capture_errors |= request.quiet;
  TakeMessages(process, output.scratch);
  Result<ProcessResult> result = RunIn(output.scratch.path(), std::move(process), request.program, watch);
  std::error_code error;
  if (!result) {
    for (const fs::path& left : {fs::path(settings.path), UnfinishedName(settings.path)}) fs::remove(left, error);
    return std::unexpected(result.error());
  }
  const Run run{request, watch, settings.path, std::move(*result), ReadSummary(settings.summary)};
  std::optional<Failure> ended = Judge(run);
  // The folder is the program's own, and empty before: who else would take the recording away?
  if (ended && ended->status == ExitStatus::kCannotWrite && request.program.confinement)
    ended = Failure{.status = ExitStatus::kProgramFailed,
                    .message = "the program's recording is not whole: did it delete or change files, or end itself?"};
  if (!run.HasRecording()) {
    Failure failure = ended.value_or(Failure{.status = ExitStatus::kNoKernelRan});
    failure.output = run.result.output;
    failure.errors = run.result.errors;
    failure.messages = MessagesIn(output.scratch);
    return std::unexpected(std::move(failure));
  }
  NameHostCalls(run, program);
  if (auto moved = MoveInto(run.path, request.settings.path); !moved) {
    if (ended && !ended->is_printed) watch.Note(ended->message);
    return Failed(ExitStatus::kCannotWrite, moved.error().message);
  }
  Recorded recorded{.file = request.settings.path,
                    .ended = std::move(ended),
                    .output = run.result.output,
                    .errors = run.result.errors,
                    .messages = MessagesIn(output.scratch)};
  if (recorded.ended) recorded.ended->messages = recorded.messages;
  if (run.summary) recorded.parts = DescribeParts(request.settings, *run.summary);
  return recorded;
}

}  // namespace

Failure EndOf(const Recorded& recorded) {
  Failure failure = *recorded.ended;
  failure.output = recorded.output;
  failure.errors = recorded.errors;
  return failure;
}

Result<Recorded> RecordBuilt(const std::string& path, const RecordRequest& request, const Watch& watch) {
  const Result<Output> output = ChooseOutput(request);
  if (!output) return std::unexpected(output.error());
  return RecordAt(*output, path, request, watch);
}

Result<Recorded> Record(const RecordRequest& request, const Watch& watch) {
  const Result<Output> output = ChooseOutput(request);
  if (!output) return std::unexpected(output.error());
  if (auto judged = JudgeOrder("--order", request.settings.order); !judged)
    return Failed(ExitStatus::kBadUsage, judged.error().message);
  const Result<std::string> path = BuildProgram(request.program, compile::Mode::kRecord, watch);
  if (!path) return std::unexpected(path.error());
  return RecordAt(*output, *path, request, watch);
}

}  // namespace lockstep::jobs
