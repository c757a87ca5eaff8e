#include "lessons/engine/attempt.h"

#include <fmt/format.h>

#include <sstream>

#include "lessons/engine/recording.h"
#include "shared/base/printable.h"
#include "shared/base/source_text.h"
#include "shared/trace/trace.h"

namespace lockstep {
namespace {

namespace fs = std::filesystem;

Expected<jobs::RecordRequest> RequestOf(const ExerciseTask& task, const fs::path& source, const fs::path& recording) {
  jobs::RecordRequest request = RecordingOf(source, task.build, task.exercise.arguments, recording);
  request.whole_limit = task.limit;
  for (const std::string& text : task.exercise.blocks) {
    const std::optional<Dim3> block = jobs::ParseBlock(text);
    if (!block) return Fail(fmt::format("{} is no block: x, x,y or x,y,z is wanted", text));
    request.settings.blocks.push_back(*block);
  }
  return request;
}

// What the program said; the runtime speaks through the report's sentence.
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
  key << SourceTextOf(task.exercise.solution) << jobs::VersionOfBuilds();
  for (const std::string& argument : task.exercise.arguments) key << '\0' << argument;
  for (const std::string& block : task.exercise.blocks) key << '\0' << block;
  return task.scratch / fmt::format("solution-{:016x}.lstrace", std::hash<std::string>{}(key.str()));
}

// The learner has one file: its name says enough.
void WithoutFolder(std::string& sentence, const fs::path& file) {
  const std::string folder = file.parent_path().string() + "/";
  for (std::size_t at; (at = sentence.find(folder)) != std::string::npos;) sentence.erase(at, folder.size());
}

ExerciseReport ReportOf(const jobs::Failure& failure, const ExerciseTask& task) {
  const bool broken = failure.status == ExitStatus::kCompileError;
  return {.state = broken ? ExerciseState::kBroken : ExerciseState::kFailed,
          .sentence = SentenceOn(failure, task.limit),
          .compiler_output = PrintableLines(failure.diagnostics) + WithoutOurWords(failure.errors),
          .program_output = failure.output};
}

ExerciseReport ReportOf(jobs::Graded graded) {
  const jobs::Remark* wrong = graded.FirstWrong();
  ExerciseReport report{.state = wrong ? ExerciseState::kWrong : ExerciseState::kSolved,
                        .sentence = wrong ? wrong->sentence : "Solved: every check is satisfied.",
                        .compiler_output = WithoutOurWords(graded.recorded.errors),
                        .program_output = std::move(graded.recorded.output),
                        .recording = std::move(graded.recording),
                        .file = std::move(graded.recorded.file)};
  if (wrong) report.moment = wrong->moment;
  report.remarks = std::move(graded.remarks);
  return report;
}

}  // namespace

Expected<Recording> RecordSolution(const ExerciseTask& task) {
  const fs::path recording = SolutionRecording(task);
  if (!fs::exists(recording)) {
    const Expected<jobs::RecordRequest> request = RequestOf(task, task.exercise.solution, recording);
    if (!request) return std::unexpected(request.error());
    if (const auto made = RecordWhole(*request); !made)
      return Fail(fmt::format("The lesson's own solution cannot be recorded: {}\n{}",
                              SentenceOn(made.error(), task.limit), SaidOf(made.error())));
  }
  return ReadTrace(recording);
}

std::optional<ExerciseReport> Attempt(const ExerciseTask& task, const Recording& solution,
                                      const std::function<bool()>& cancelled) {
  const Expected<jobs::RecordRequest> request = RequestOf(task, task.file, task.scratch / "exercise.lstrace");
  if (!request) return ExerciseReport{.state = ExerciseState::kFailed, .sentence = request.error().message};
  if (const auto made = MakeFolderOf(*request); !made)
    return ExerciseReport{.state = ExerciseState::kFailed, .sentence = made.error().message};
  std::string warnings;
  const jobs::Watch watch{.on_diagnostics = [&](const std::string& text) { warnings = PrintableLines(text); },
                          .cancelled = cancelled};
  jobs::Result<jobs::Graded> graded =
      jobs::Grade({.record = *request, .requirements = task.exercise.checks}, solution, watch);
  if (!graded && cancelled()) return std::nullopt;
  ExerciseReport report = graded ? ReportOf(std::move(*graded)) : ReportOf(graded.error(), task);
  report.compiler_output.insert(0, warnings);
  WithoutFolder(report.sentence, task.file);
  return report;
}

}  // namespace lockstep
