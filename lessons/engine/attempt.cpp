#include "lessons/engine/attempt.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "lessons/engine/hints.h"
#include "lessons/engine/points.h"
#include "lessons/engine/recording.h"
#include "shared/base/printable.h"
#include "shared/base/source_text.h"
#include "shared/session/variables.h"

namespace lockstep::lessons {
namespace {

namespace fs = std::filesystem;

// Of processor time, for one run of the compiler: a lesson's program takes 1 or 2 s.
constexpr std::chrono::milliseconds kMostCompiling = std::chrono::minutes(1);

// Another solution, another Lockstep or other runs and checks get another name.
fs::path SolutionRecording(const ExerciseTask& task) {
  std::ostringstream key;
  key << SourceTextOf(task.exercise.solution) << jobs::VersionOfBuilds();
  for (const jobs::Input& run : task.exercise.runs) {
    key << "\nrun" << run.seed.value_or(0) << run.seed.has_value() << '\0' << run.text;
    for (const std::string& argument : run.arguments) key << '\0' << argument;
  }
  for (const trace::Dim3& block : task.exercise.blocks) key << '\0' << block.x << ',' << block.y << ',' << block.z;
  for (const LessonCheck& check : task.exercise.checks) {
    key << '\0' << check.requirement.index();
    if (const auto* bound = std::get_if<jobs::MeetBound>(&check.requirement)) key << bound->metric.name;
    if (const auto* compare = std::get_if<jobs::CompareArray>(&check.requirement))
      key << compare->array << '\0' << compare->with;
  }
  for (const jobs::Metric& metric : task.exercise.challenge) key << '\0' << metric.name;
  return task.scratch / fmt::format("solution-{:016x}.lstrace", std::hash<std::string>{}(key.str()));
}

// The learner has one file, so its name without folder suffices.
void WithoutFolder(std::string& sentence, const fs::path& file) {
  const std::string folder = file.parent_path().string() + "/";
  for (std::size_t at; (at = sentence.find(folder)) != std::string::npos;) sentence.erase(at, folder.size());
}

std::string_view FaultOf(const jobs::Failure& failure) {
  using jobs::Fault;
  if (failure.excess == Excess::kMemory) return jobs::KeyOf(Fault::kTooMuchMemory);
  if (failure.excess == Excess::kThreads) return jobs::KeyOf(Fault::kTooManyThreads);
  if (failure.excess == Excess::kFiles) return jobs::KeyOf(Fault::kTooManyFiles);
  if (failure.compiler_crashed) return jobs::KeyOf(Fault::kCompilerCrashed);
  if (failure.status == ExitStatus::kCompileError) return jobs::KeyOf(jobs::Fault::kNotBuilt);
  if (failure.status == ExitStatus::kTimeLimit) return jobs::KeyOf(jobs::Fault::kTimeLimit);
  if (failure.status == ExitStatus::kNoKernelRan) return jobs::KeyOf(jobs::Fault::kNoKernel);
  return jobs::KeyOf(failure.is_output_too_long ? jobs::Fault::kTooMuchOutput : jobs::Fault::kFailed);
}

ExerciseReport ReportOf(jobs::Failure failure, const ExerciseTask& task) {
  if (task.hides_output) failure.output = failure.errors = "";
  const bool broken = failure.status == ExitStatus::kCompileError;
  // A confined program that spoils its own files is no fault of the place.
  const bool is_of_place = failure.status == ExitStatus::kCannotWrite && !task.confinement;
  const bool is_ours =
      is_of_place || failure.status == ExitStatus::kInternal || failure.status == ExitStatus::kMissingTool;
  return {.state = broken ? ExerciseState::kBroken : ExerciseState::kFailed,
          .sentence = SentenceOn(failure),
          .fault = is_ours ? "" : std::string(FaultOf(failure)),
          .is_ours = is_ours,
          .compiler_output = PrintableLines(failure.diagnostics) + failure.errors,
          .program_output = failure.output};
}

// Which of several runs it is about.
std::string WithInput(const jobs::Remark& remark, const ExerciseTask& task) {
  const std::string input = task.exercise.runs.size() > 1 ? jobs::Describe(task.exercise.runs[remark.run]) : "";
  return input.empty() ? remark.sentence : fmt::format("With {}: {}", input, remark.sentence);
}

ExerciseReport ReportOf(jobs::Graded graded, const ExerciseTask& task) {
  LeaveOutWithoutConditions(graded.remarks, task.exercise.checks);
  for (jobs::Remark& remark : graded.remarks)
    if (!remark.good && !remark.is_left_out) remark.sentence = WithInput(remark, task);
  const jobs::Remark* wrong = graded.FirstWrong();
  const jobs::Observed& shown = graded.Shown();
  ExerciseReport report{.state = wrong ? ExerciseState::kWrong : ExerciseState::kSolved,
                        .sentence = wrong ? wrong->sentence : "Solved: every check is satisfied.",
                        .fault = wrong ? wrong->fault : "",
                        .compiler_output = task.hides_output ? "" : shown.errors,
                        .program_output = task.hides_output ? "" : shown.output,
                        .recording = shown.recording,
                        .file = shown.file};
  if (wrong) report.moment = wrong->moment, report.other = wrong->other;
  report.points = PointsOf(graded.remarks, task.exercise.checks);
  report.remarks = std::move(graded.remarks);
  report.runs = std::move(graded.runs);
  return report;
}

// Beside the reference solution's, where both were counted.
std::vector<ChallengeCount> CompareCounts(const ExerciseTask& task, const jobs::Observed& mine,
                                          const jobs::Observed& reference) {
  std::vector<ChallengeCount> counts;
  if (!mine.checked || !mine.checked->counts || !reference.checked || !reference.checked->counts) return counts;
  for (const jobs::Metric& metric : task.exercise.challenge) {
    const auto ours = metrics::Measure(*mine.checked->counts, metric),
               theirs = metrics::Measure(*reference.checked->counts, metric);
    if (ours && theirs) counts.push_back({WordsFor(metric), *ours, *theirs});
  }
  return counts;
}

}  // namespace

jobs::GradeRequest GradingOf(const ExerciseTask& task, const fs::path& source, const fs::path& recording) {
  jobs::GradeRequest request{.record = RecordingOf(source, task.build, {}, recording),
                             .inputs = task.exercise.runs,
                             .is_thorough = task.is_thorough};
  if (task.confinement) {
    request.record.program.confinement = task.confinement;
    // The same on every machine: one answer uses one core, however many there are.
    request.record.program.environment.push_back(session::Assign(session::kWorkersVariable, "1"));
    request.threads = 1;
  }
  request.record.settings.blocks = task.exercise.blocks;
  for (const jobs::Metric& metric : task.exercise.challenge) request.counts_lines |= metrics::NeedsLines(metric);
  for (const LessonCheck& check : task.exercise.checks) request.requirements.push_back(check.requirement);
  return request;
}

Expected<Reference> ObserveSolution(const ExerciseTask& task) {
  const jobs::GradeRequest grading = GradingOf(task, task.exercise.solution, SolutionRecording(task));
  Reference reference;
  for (std::size_t run = 0; run < grading.inputs.size(); ++run) {
    auto known = jobs::Load(jobs::PathOfRun(grading.record.settings.path, run));
    if (!known) break;
    reference.push_back(std::move(*known));
  }
  if (reference.size() == grading.inputs.size()) return reference;
  if (const auto made = MakeFolderOf(grading.record); !made) return std::unexpected(made.error());
  auto observed = jobs::Observe(jobs::ObservationFor(grading));
  const auto failed = [&](const jobs::Failure& failure) {
    return Fail(fmt::format("The lesson's own solution cannot be run: {}\n{}", SentenceOn(failure), SaidOf(failure)));
  };
  if (!observed) return failed(observed.error());
  for (const jobs::Observed& run : *observed) {
    if (run.ended) return failed(*run.ended);
    if (auto saved = jobs::Save(run); !saved) return std::unexpected(saved.error());
  }
  return std::move(*observed);
}

ExerciseReport GradeReference(const ExerciseTask& task, const Reference& reference) {
  const jobs::GradeRequest request = GradingOf(task, task.exercise.solution, {});
  ExerciseReport report = ReportOf(
      jobs::Graded{.remarks = jobs::Judge(reference, reference, request.requirements), .runs = reference}, task);
  report.hint = HintFor(task.exercise, report);
  return report;
}

std::optional<ExerciseReport> Attempt(const ExerciseTask& task, const Reference& reference,
                                      const std::function<bool()>& cancelled) {
  jobs::GradeRequest request = GradingOf(task, task.file, task.scratch / "exercise.lstrace");
  request.record.program.build.processor_limit = kMostCompiling;
  if (const auto made = MakeFolderOf(request.record); !made)
    return ExerciseReport{.state = ExerciseState::kFailed, .sentence = made.error().message, .is_ours = true};
  std::string warnings;
  const jobs::Watch watch{.on_diagnostics = [&](const std::string& text) { warnings = PrintableLines(text); },
                          .cancelled = cancelled};
  jobs::Result<jobs::Graded> graded = jobs::Grade(request, reference, watch);
  if (!graded && cancelled()) return std::nullopt;
  ExerciseReport report = graded ? ReportOf(std::move(*graded), task) : ReportOf(graded.error(), task);
  report.most_points = MostPoints(task.exercise.checks);
  report.compiler_output.insert(0, warnings);
  if (task.confinement) WithoutFolder(report.compiler_output, task.file);
  WithoutFolder(report.sentence, task.file);
  for (jobs::Remark& remark : report.remarks) WithoutFolder(remark.sentence, task.file);
  report.hint = HintFor(task.exercise, report);
  if (report.state == ExerciseState::kSolved) report.challenge = CompareCounts(task, report.runs[0], reference[0]);
  return report;
}

}  // namespace lockstep::lessons
