#include "lessons/engine/grade_class.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

#include "jobs/in_parallel.h"
#include "jobs/judge.h"
#include "lessons/engine/points.h"
#include "lessons/engine/read_exercise.h"
#include "lessons/engine/verdict_apart.h"
#include "shared/base/file.h"
#include "shared/base/printable.h"
#include "shared/base/scratch_folder.h"

namespace lockstep::lessons {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr char kHiddenFile[] = "hidden.json";
constexpr std::uint64_t kLargestHiddenFile = 256 << 10;  // bytes
constexpr std::size_t kMostSaid = 64 << 10;              // bytes of what the compiler said

std::string Describe(const jobs::ProgramLimits& limits) {
  constexpr std::uint64_t kMebibyte = 1 << 20, kKibibyte = 1 << 10;
  return fmt::format(
      "for each build and run: {} s of processor time, {} s of waiting, {} s in all, {} MiB of memory, {} processes "
      "and threads, {} KiB "
      "of output, {} MiB of files",
      limits.processor.count(), limits.waiting.count(), limits.elapsed.count(), limits.memory / kMebibyte,
      limits.threads, limits.output / kKibibyte, limits.files / kMebibyte);
}

// A name that this run alone has, such as lockstep-scratch-AbCdEf/, is not part of a report.
void WithoutScratchFolders(std::string& text) {
  constexpr std::string_view kName = "lockstep-scratch-";
  constexpr std::size_t kRandom = 6;  // letters
  std::error_code error;
  const std::string folder = (fs::temp_directory_path(error) / kName).string();
  for (std::size_t at; (at = text.find(folder)) != std::string::npos;) text.erase(at, folder.size() + kRandom + 1);
}

fs::path FolderOf(const fs::path& scratch, std::size_t number) { return scratch / fmt::format("{:05}", number); }

void ForReport(std::string& sentence) {
  WithoutScratchFolders(sentence);
  sentence = ShortName(Printable(sentence));
}

ExerciseReport Refused(const ExerciseTask& task, std::string sentence, bool is_ours) {
  ExerciseReport report{.state = ExerciseState::kFailed,
                        .sentence = std::move(sentence),
                        .fault = is_ours ? "" : std::string(jobs::KeyOf(jobs::Fault::kNoProgram)),
                        .is_ours = is_ours};
  report.most_points = MostPoints(task.exercise.checks);
  return report;
}

class ClassGrader {
 public:
  ClassGrader(const ExerciseTask& task, const Reference& reference, const ClassRequest& request, fs::path scratch)
      : task_(task), reference_(reference), request_(request), scratch_(std::move(scratch)) {}

  ExerciseReport Grade(const Submission& submission, std::size_t number) const {
    return GradeIn(submission, FolderOf(scratch_, number), number);
  }

 private:
  bool IsCancelled() const { return request_.cancelled && request_.cancelled(); }

  ExerciseReport GradeIn(const Submission& submission, const fs::path& folder, std::size_t number) const {
    ExerciseTask task = task_;
    task.scratch = folder / "recordings";
    task.confinement = jobs::Confinement{.in_sandbox = request_.in_sandbox,
                                         .limits = request_.limits,
                                         .source = folder / "source",
                                         .products = folder / "products",
                                         .secret = {task_.exercise.solution.parent_path(), request_.hidden},
                                         .number = number};
    std::error_code error;
    for (const fs::path& part : {task.scratch, task.confinement->source, task.confinement->products})
      if (fs::create_directories(part, error)) fs::permissions(part, fs::perms(0755), error);
    if (error) return Refused(task_, fmt::format("No folder could be made: {}.", error.message()), true);
    const auto file = TakeProgram(submission, task.exercise.file.filename(), task.confinement->source);
    if (!file) return Refused(task_, file.error().message, false);
    task.file = *file;
    auto report = Attempt(task, reference_, [this] { return IsCancelled(); });
    if (!report) return Refused(task_, "Grading was interrupted.", true);
    ForReport(report->sentence);
    for (jobs::Remark& remark : report->remarks) ForReport(remark.sentence);
    WithoutScratchFolders(report->compiler_output);
    if (report->compiler_output.size() > kMostSaid) report->compiler_output.resize(kMostSaid);
    return std::move(*report);
  }

  const ExerciseTask& task_;
  const Reference& reference_;
  const ClassRequest& request_;
  const fs::path scratch_;
};

Verdict GradeApart(const ExerciseTask& task, const Submission& submission, std::size_t number, const fs::path& scratch,
                   const ClassRequest& request) {
  const auto start = std::chrono::steady_clock::now();
  Verdict verdict{.name = submission.name};
  auto report = ReportOfProcess(request.command_for(submission, number, scratch), request.cancelled);
  verdict.report = report ? std::move(*report)
                          : Refused(task,
                                    fmt::format("Lockstep failed while it graded this submission ({}): look at its "
                                                "source, and please report it.",
                                                report.error().message),
                                    true);
  std::error_code error;
  fs::remove_all(FolderOf(scratch, number), error);
  verdict.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return verdict;
}

// The lesson's task with the hidden runs.
Expected<ExerciseTask> TaskOfClass(const ExerciseTask& of_lesson, const fs::path& hidden, const fs::path& scratch) {
  ExerciseTask task = of_lesson;
  task.scratch = scratch / "reference";
  task.is_thorough = true;
  if (hidden.empty()) return task;
  const auto runs = ReadHidden(hidden);
  if (!runs) return std::unexpected(runs.error());
  task.exercise.runs.insert(task.exercise.runs.end(), runs->begin(), runs->end());
  task.hides_output = true;
  return task;
}

// Submissions run as another user where we are root, and must be able to read their input.
Expected<void> JudgeFiles(const std::vector<jobs::Input>& runs) {
  for (const jobs::Input& run : runs)
    for (const std::string& argument : run.arguments) {
      struct stat info{};
      if (!argument.starts_with('/') || stat(argument.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) continue;
      if (geteuid() == 0 && !(info.st_mode & S_IROTH))
        return Fail(fmt::format("`{}` is the input of a run, and is not readable for everyone: chmod o+r", argument));
    }
  return {};
}

// Hidden runs that the solution itself does not pass would fail everybody.
Expected<void> JudgeReference(const ExerciseTask& task, const Reference& reference) {
  std::vector<jobs::Requirement> requirements;
  for (const LessonCheck& check : task.exercise.checks) requirements.push_back(check.requirement);
  for (const jobs::Remark& remark : jobs::Judge(reference, reference, requirements))
    if (!remark.good)
      return Fail(fmt::format("The reference solution does not pass. With {}: {}",
                              jobs::Describe(task.exercise.runs[remark.run]), remark.sentence));
  return {};
}

}  // namespace

Expected<std::vector<jobs::Input>> ReadHidden(const fs::path& folder) {
  const fs::path file = folder / kHiddenFile;
  const Expected<std::string> text = ReadText(file, kLargestHiddenFile);
  if (!text) return std::unexpected(text.error());
  try {
    const json object = json::parse(*text);
    Fields fields(object, "");
    std::vector<jobs::Input> runs = ReadRuns(fields, fs::absolute(folder).lexically_normal(), "{hidden}");
    if (runs.empty()) fields.Complain("runs", "is missing or empty: what is hidden?");
    fields.Finish();
    for (std::size_t i = 0; i < runs.size(); ++i) runs[i].name = fmt::format("hidden run {}", i + 1);
    return runs;
  } catch (const FieldError& error) {
    return Fail(fmt::format("`{}`: {}.", file.string(), error.what()));
  } catch (const json::exception& error) {
    return Fail(fmt::format("`{}` does not describe hidden runs: {}.", file.string(), error.what()));
  }
}

Expected<GradedClass> GradeClass(const Lesson& lesson, const ExerciseTask& of_lesson,
                                 const std::vector<Submission>& submissions, const ClassRequest& request,
                                 const std::string& version) {
  const Expected<ScratchFolder> scratch = ScratchFolder::Make();
  if (!scratch) return std::unexpected(scratch.error());
  const Expected<ExerciseTask> task = TaskOfClass(of_lesson, request.hidden, scratch->path());
  if (!task) return std::unexpected(task.error());
  if (request.in_sandbox)
    if (auto judged = JudgeFiles(task->exercise.runs); !judged) return std::unexpected(judged.error());
  const Expected<Reference> reference = ObserveSolution(*task);
  if (!reference) return std::unexpected(reference.error());
  if (auto judged = JudgeReference(*task, *reference); !judged) return std::unexpected(judged.error());

  std::vector<fs::path> more;
  if (!request.hidden.empty()) more.push_back(request.hidden / kHiddenFile);
  GradedClass graded{.grading = GradingOf(lesson, version, task->exercise.runs, more)};
  graded.grading.sandbox = request.in_sandbox ? "bubblewrap" : "none";
  graded.grading.limits = Describe(request.limits);
  graded.grading.hidden_runs = task->exercise.runs.size() - of_lesson.exercise.runs.size();
  graded.verdicts.resize(submissions.size());
  std::atomic<std::size_t> done{0};
  std::vector<std::function<void()>> tasks;
  for (std::size_t i = 0; i < submissions.size(); ++i)
    tasks.push_back([&, i] {
      graded.verdicts[i] = GradeApart(*task, submissions[i], i, scratch->path(), request);
      if (request.on_done) request.on_done(++done);
    });
  jobs::InParallel(tasks, request.at_once);
  return graded;
}

Expected<ExerciseReport> GradeOne(const ExerciseTask& of_lesson, const Submission& submission, std::size_t number,
                                  const fs::path& scratch, const ClassRequest& request) {
  const Expected<ExerciseTask> task = TaskOfClass(of_lesson, request.hidden, scratch);
  if (!task) return std::unexpected(task.error());
  const Expected<Reference> reference = ObserveSolution(*task);
  if (!reference) return std::unexpected(reference.error());
  return ClassGrader(*task, *reference, request, scratch).Grade(submission, number);
}

}  // namespace lockstep::lessons
