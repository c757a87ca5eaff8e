#include "lessons/engine/attempt.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "lessons/engine/record.h"
#include "shared/trace/trace.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

RecordRequest RequestOf(const ExerciseTask& task, const fs::path& source, const fs::path& recording) {
  RecordRequest request{.lockstep = task.lockstep,
                        .source = source,
                        .recording = recording,
                        .flags = task.flags,
                        .arguments = task.exercise.arguments,
                        .limit = task.limit};
  for (const std::string& block : task.exercise.blocks) request.flags.insert(request.flags.end(), {"--block", block});
  return request;
}

ExerciseReport GradeFile(const fs::path& file, const ExerciseTask& task, const Recording& solution) {
  Expected<Recording> recording = ReadTrace(file);
  if (!recording) return {.state = ExerciseState::kFailed, .sentence = recording.error().message};
  ExerciseReport report{.remarks = Grade(*recording, solution, task.exercise.checks),
                        .recording = std::make_shared<const Recording>(std::move(*recording)),
                        .file = file};
  const auto wrong = std::ranges::find(report.remarks, false, &Remark::good);
  report.state = wrong == report.remarks.end() ? ExerciseState::kSolved : ExerciseState::kWrong;
  report.sentence = wrong == report.remarks.end() ? "Solved: every check is satisfied." : wrong->sentence;
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
  std::ifstream in(task.exercise.solution, std::ios::binary);
  std::ostringstream key;
  std::error_code error;
  key << in.rdbuf() << fs::last_write_time(task.lockstep, error).time_since_epoch().count();
  for (const std::string& argument : task.exercise.arguments) key << '\0' << argument;
  for (const std::string& block : task.exercise.blocks) key << '\0' << block;
  return task.scratch / fmt::format("solution-{:016x}.lstrace", std::hash<std::string>{}(key.str()));
}

}  // namespace

Expected<Recording> RecordSolution(const ExerciseTask& task) {
  const fs::path recording = SolutionRecording(task);
  if (!fs::exists(recording)) {
    const RecordRequest request = RequestOf(task, task.exercise.solution, recording);
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
  const RecordRequest request = RequestOf(task, task.file, task.scratch / "exercise.lstrace");
  std::error_code error;
  fs::remove(request.recording, error);  // an older attempt's
  const auto outcome = Record(request, cancelled);
  if (!outcome) return ExerciseReport{.state = ExerciseState::kFailed, .sentence = outcome.error().message};
  if (!*outcome) return std::nullopt;
  ExerciseReport report = ReportOf(**outcome, request, task, solution);
  report.compiler_output = WithoutOurWords((*outcome)->errors);
  report.program_output = (*outcome)->output;
  return report;
}

}  // namespace lockstep
