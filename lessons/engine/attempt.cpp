#include "lessons/engine/attempt.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <sstream>

#include "lessons/engine/record.h"
#include "shared/base/source_text.h"
#include "shared/trace/trace.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

RecordRequest RequestOf(const ExerciseTask& task, const std::vector<std::string>& blocks, const fs::path& source,
                        const fs::path& recording) {
  RecordRequest request{.lockstep = task.lockstep,
                        .source = source,
                        .recording = recording,
                        .flags = task.flags,
                        .arguments = task.exercise.arguments,
                        .limit = task.limit};
  for (const std::string& block : blocks) request.flags.insert(request.flags.end(), {"--block", block});
  return request;
}

// What the report speaks of: of several things that are wrong, one that can be shown.
const Remark* FirstWrong(const std::vector<Remark>& remarks) {
  const Remark* first = nullptr;
  for (const Remark& remark : remarks) {
    if (remark.good) continue;
    if (remark.moment) return &remark;
    if (!first) first = &remark;
  }
  return first;
}

ExerciseReport GradeFile(const fs::path& file, const ExerciseTask& task, const Recording& solution) {
  Expected<Recording> recording = ReadTrace(file);
  if (!recording) return {.state = ExerciseState::kFailed, .sentence = recording.error().message};
  ExerciseReport report{.remarks = Grade(*recording, solution, task.exercise.checks),
                        .recording = std::make_shared<const Recording>(std::move(*recording)),
                        .file = file};
  const Remark* wrong = FirstWrong(report.remarks);
  report.state = wrong ? ExerciseState::kWrong : ExerciseState::kSolved;
  report.sentence = wrong ? wrong->sentence : "Solved: every check is satisfied.";
  if (wrong) report.moment = wrong->moment;
  return report;
}

// A kernel that does what it must not makes the program fail, and still there is a recording to grade.
ExerciseReport ReportOf(const RecordOutcome& outcome, const RecordRequest& request, const ExerciseTask& task,
                        const Recording& solution) {
  const bool ran = outcome.in_time && (outcome.exit_status == 0 || outcome.exit_status == kRecordProgramFailed);
  if (ran && fs::exists(request.recording)) {
    ExerciseReport report = GradeFile(request.recording, task, solution);
    if (outcome.exit_status == 0 || report.state != ExerciseState::kSolved) return report;
  }
  const bool broken = outcome.in_time && outcome.exit_status == kRecordCompileError;
  return {.state = broken ? ExerciseState::kBroken : ExerciseState::kFailed, .sentence = TellOutcome(outcome, request)};
}

// What the compiler and the program said; `lockstep` speaks through the report's sentence.
std::string WithoutOurWords(const std::string& errors) {
  std::istringstream lines(errors);
  std::string line, rest;
  while (std::getline(lines, line)) {
    if (!line.starts_with("lockstep: ")) rest += line + '\n';
  }
  return rest;
}

// Another solution, another Lockstep or other arguments get another name.
fs::path SolutionRecording(const ExerciseTask& task) {
  std::ostringstream key;
  std::error_code error;
  key << SourceTextOf(task.exercise.solution) << fs::last_write_time(task.lockstep, error).time_since_epoch().count();
  for (const std::string& argument : task.exercise.arguments) key << '\0' << argument;
  for (const std::string& block : task.exercise.blocks) key << '\0' << block;
  return task.scratch / fmt::format("solution-{:016x}.lstrace", std::hash<std::string>{}(key.str()));
}

// The learner has one file: its name says enough.
void WithoutFolder(std::string& sentence, const fs::path& file) {
  const std::string folder = file.parent_path().string() + "/";
  for (std::size_t at; (at = sentence.find(folder)) != std::string::npos;) sentence.erase(at, folder.size());
}

// The recorded blocks and the one that the report speaks of; none where that is recorded, too.
std::vector<std::string> BlocksToShow(const ExerciseReport& report) {
  constexpr std::size_t kMostKept = 16;
  if (!report.moment || !report.recording) return {};
  const RecordedLaunch& launch = report.recording->launches[report.moment->launch];
  const Dim3 wanted = report.moment->block;
  if (std::ranges::find(launch.blocks, wanted, &RecordedBlock::index) != launch.blocks.end()) return {};
  const auto text = [](Dim3 block) { return fmt::format("{},{},{}", block.x, block.y, block.z); };
  std::vector<std::string> blocks{text(wanted)};
  for (const RecordedBlock& block : launch.blocks | std::views::take(kMostKept)) blocks.push_back(text(block.index));
  return blocks;
}

std::optional<ExerciseReport> AttemptWith(const ExerciseTask& task, const std::vector<std::string>& blocks,
                                          const Recording& solution, const std::function<bool()>& cancelled) {
  const RecordRequest request = RequestOf(task, blocks, task.file, task.scratch / "exercise.lstrace");
  std::error_code error;
  fs::remove(request.recording, error);  // an older attempt's
  const auto outcome = Record(request, cancelled);
  if (!outcome) return ExerciseReport{.state = ExerciseState::kFailed, .sentence = outcome.error().message};
  if (!*outcome) return std::nullopt;
  ExerciseReport report = ReportOf(**outcome, request, task, solution);
  WithoutFolder(report.sentence, task.file);
  report.compiler_output = WithoutOurWords((*outcome)->errors);
  report.program_output = (*outcome)->output;
  return report;
}

}  // namespace

Expected<Recording> RecordSolution(const ExerciseTask& task) {
  const fs::path recording = SolutionRecording(task);
  if (!fs::exists(recording)) {
    const RecordRequest request = RequestOf(task, task.exercise.blocks, task.exercise.solution, recording);
    const auto outcome = Record(request, [] { return false; });
    if (!outcome) return std::unexpected(outcome.error());
    if ((*outcome)->exit_status != 0 || !(*outcome)->in_time) {
      return Fail(fmt::format("The lesson's own solution cannot be recorded: {}\n{}", TellOutcome(**outcome, request),
                              (*outcome)->errors));
    }
  }
  return ReadTrace(recording);
}

std::optional<ExerciseReport> Attempt(const ExerciseTask& task, const Recording& solution,
                                      const std::function<bool()>& cancelled) {
  std::optional<ExerciseReport> report = AttemptWith(task, task.exercise.blocks, solution, cancelled);
  if (!report || report->state != ExerciseState::kWrong) return report;
  const std::vector<std::string> blocks = BlocksToShow(*report);
  if (blocks.empty()) return report;
  std::optional<ExerciseReport> again = AttemptWith(task, blocks, solution, cancelled);
  // A program that does not do the same twice is shown as it was first seen.
  return !again || again->state == ExerciseState::kWrong ? again : report;
}

}  // namespace lockstep
