// lockstep lesson grade LESSON FOLDER: a class's submissions, as a table and as files for other programs. The exit
// status says whether grading worked, not what the verdicts are.

#include "cli/lesson_grade.h"

#include <fmt/color.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>

#include "cli/command.h"
#include "cli/find_lesson.h"
#include "cli/outputs.h"
#include "lessons/engine/grade_class.h"
#include "lessons/engine/places.h"
#include "lessons/engine/verdict_apart.h"
#include "shared/base/printable.h"
#include "shared/base/unfinished_file.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMebibyte = 1 << 20, kKibibyte = 1 << 10;
constexpr std::size_t kWidestName = 32;

struct LessonGradeOptions {
  std::string lesson;
  fs::path folder, hidden;
  std::string csv, junit, json;
  bool no_sandbox = false;
  std::size_t jobs = 0;
  double seconds = jobs::ProgramLimits{}.processor.count();
  std::uint64_t memory = jobs::ProgramLimits{}.memory / kMebibyte, output = jobs::ProgramLimits{}.output / kKibibyte,
                files = jobs::ProgramLimits{}.files / kMebibyte;
  std::size_t processes = jobs::ProgramLimits{}.threads;
  // Of the process that grades one submission.
  std::size_t number = 0;
  fs::path submission, scratch;
};

// A program that waits is ended after several times of what one that computes may take; any program after many times.
constexpr double kPatience = 6, kMostPatience = 60;

jobs::ProgramLimits LimitsOf(const LessonGradeOptions& options) {
  return {.processor = jobs::Seconds(options.seconds),
          .waiting = jobs::Seconds(options.seconds * kPatience),
          .elapsed = jobs::Seconds(options.seconds * kMostPatience),
          .memory = options.memory * kMebibyte,
          .files = options.files * kMebibyte,
          .output = options.output * kKibibyte,
          .threads = options.processes};
}

std::string InColumn(const std::string& name) {
  const std::string shown = name.size() <= kWidestName ? name : name.substr(0, kWidestName - 3) + "...";
  return Printable(shown);
}

void PrintTable(const lessons::GradedClass& graded) {
  std::size_t width = 4;
  for (const lessons::Verdict& verdict : graded.verdicts) width = std::max(width, InColumn(verdict.name).size());
  fmt::print("{:{}}  {:16}  {:>9}  first fault\n", "name", width, "verdict", "points");
  for (const auto& [name, report, seconds] : graded.verdicts) {
    const std::string_view word = WordOf(report);
    const bool is_solved = report.state == lessons::ExerciseState::kSolved;
    const auto color = fmt::fg(is_solved ? fmt::terminal_color::green : fmt::terminal_color::red);
    const std::string shown = fmt::format("{:16}", word);
    fmt::print("{:{}}  {}  {:>9}  {}\n", InColumn(name), width,
               WantsColor(stdout) ? fmt::format(color, "{}", shown) : shown,
               fmt::format("{} / {}", report.points, report.most_points),
               is_solved              ? ""
               : report.fault.empty() ? Printable(report.sentence)
                                      : fmt::format("{}: {}", report.fault, Printable(report.sentence)));
  }
}

void PrintSummary(const lessons::GradedClass& graded) {
  const auto is_solved = [](const lessons::Verdict& verdict) {
    return verdict.report.state == lessons::ExerciseState::kSolved;
  };
  const lessons::Grading& grading = graded.grading;
  fmt::print("\n{} graded, {} solved. Lesson {}; Lockstep {}; inputs {}{}; sandbox: {}\n", graded.verdicts.size(),
             std::ranges::count_if(graded.verdicts, is_solved), Printable(grading.lesson), grading.version,
             grading.inputs, grading.hidden_runs ? fmt::format(", hidden runs: {}", grading.hidden_runs) : "",
             grading.sandbox);
  fmt::print("Limits {}\n", grading.limits);
}

// For the teacher: a student may have done it on purpose, or have found a defect.
void PrintCrashes(const lessons::GradedClass& graded) {
  for (const lessons::Verdict& verdict : graded.verdicts)
    if (verdict.report.fault == jobs::KeyOf(jobs::Fault::kCompilerCrashed))
      fmt::print(stderr,
                 "lockstep: note: the compiler crashed on {}: look at its source, and please report it if it is an "
                 "ordinary program\n",
                 InColumn(verdict.name));
}

Expected<void> WriteReports(const LessonGradeOptions& options, const lessons::Lesson& lesson,
                            const lessons::GradedClass& graded) {
  const auto& [grading, verdicts] = graded;
  if (!options.csv.empty())
    if (auto written = WriteFile(options.csv, VerdictsAsCsv(verdicts, grading)); !written) return written;
  if (!options.junit.empty())
    if (auto written = WriteFile(options.junit, VerdictsAsJunit(verdicts, lesson, grading)); !written) return written;
  if (!options.json.empty())
    if (auto written = WriteFile(options.json, VerdictsAsJson(verdicts, lesson, grading)); !written) return written;
  return {};
}

// On a terminal, a line that says how far it is.
class Progress {
 public:
  explicit Progress(std::size_t all) : all_(all) {}
  void Show(std::size_t done) {
    if (!isatty(STDERR_FILENO)) return;
    const std::lock_guard lock(mutex_);
    most_ = std::max(most_, done);
    fmt::print(stderr, "\r{} of {} graded{}", most_, all_, most_ == all_ ? "\r\x1b[K" : "");
    std::fflush(stderr);
  }

 private:
  const std::size_t all_;
  std::size_t most_ = 0;
  std::mutex mutex_;
};

// How this command calls itself for one submission.
std::vector<std::string> CommandFor(const LessonGradeOptions& options, const lessons::Submission& submission,
                                    std::size_t number, const fs::path& scratch) {
  std::error_code error;
  std::vector<std::string> words{fs::read_symlink("/proc/self/exe", error).string(), "lesson", "grade", options.lesson,
                                 options.folder.string()};
  const auto add = [&](const char* flag, const auto& value) {
    words.insert(words.end(), {flag, fmt::format("{}", value)});
  };
  if (!options.hidden.empty()) add("--hidden", options.hidden.string());
  if (options.no_sandbox) words.emplace_back("--no-sandbox");
  add("--seconds", options.seconds);
  add("--memory", options.memory);
  add("--processes", options.processes);
  add("--output", options.output);
  add("--files", options.files);
  add("--submission", fs::absolute(submission.path, error).string());
  add("--number", number);
  add("--scratch", scratch.string());
  return words;
}

lessons::ClassRequest RequestOf(const LessonGradeOptions& options) {
  return {.hidden = options.hidden, .in_sandbox = !options.no_sandbox, .limits = LimitsOf(options)};
}

ExitStatus GradeOne(const LessonGradeOptions& options, const lessons::Lesson& lesson) {
  const lessons::Submission submission{.name = options.submission.stem().string(), .path = options.submission};
  const auto report =
      lessons::GradeOne(lessons::TaskOf(lesson, {}), submission, options.number, options.scratch, RequestOf(options));
  if (!report) return Complain(ExitStatus::kBadInput, report.error());
  fmt::print("{}\n", lessons::ReportAsText(*report));
  return ExitStatus::kOk;
}

ExitStatus Grade(const LessonGradeOptions& options) {
  const Expected<lessons::Lesson> lesson = FindLessonWithExercise(options.lesson);
  if (!lesson) return Complain(ExitStatus::kBadInput, lesson.error());
  if (!options.scratch.empty()) return GradeOne(options, *lesson);
  const auto submissions = lessons::FindSubmissions(options.folder);
  if (!submissions) return Complain(ExitStatus::kBadInput, submissions.error());
  for (const std::string& report : {options.csv, options.junit, options.json}) {
    if (report.empty()) continue;
    if (const auto found = FindDestination(report); !found) return Complain(ExitStatus::kCannotWrite, found.error());
  }
  if (const auto found = jobs::FindSandbox(); !options.no_sandbox && !found)
    return Complain(ExitStatus::kMissingTool,
                    {fmt::format("no sandbox: {}. With --no-sandbox, submissions run with your rights: they can read "
                                 "and change your files and use the network",
                                 found.error().message)});
  Progress progress(submissions->size());
  lessons::ClassRequest request = RequestOf(options);
  request.at_once = options.jobs;
  request.on_done = [&](std::size_t done) { progress.Show(done); };
  request.command_for = [&](const auto& submission, std::size_t number, const fs::path& scratch) {
    return CommandFor(options, submission, number, scratch);
  };
  const auto graded =
      lessons::GradeClass(*lesson, lessons::TaskOf(*lesson, {}), *submissions, request, LOCKSTEP_VERSION);
  if (!graded) return Complain(ExitStatus::kBadInput, graded.error());
  PrintTable(*graded);
  PrintSummary(*graded);
  std::fflush(stdout);
  PrintCrashes(*graded);
  if (const auto written = WriteReports(options, *lesson, *graded); !written)
    return Complain(ExitStatus::kCannotWrite, written.error());
  const auto failed =
      std::ranges::count_if(graded->verdicts, [](const lessons::Verdict& verdict) { return verdict.report.is_ours; });
  if (failed == 0) return ExitStatus::kOk;
  return Complain(ExitStatus::kInternal, {fmt::format("{} submissions could not be graded", failed)});
}

}  // namespace

void AddLessonGrade(CLI::App& lesson) {
  auto options = std::make_shared<LessonGradeOptions>();
  CLI::App* grade = lesson.add_subcommand("grade", "Grade the submissions of a class, in a sandbox (for teachers)");
  grade->add_option("LESSON", options->lesson, "its number, or its folder")->required();
  grade->add_option("FOLDER", options->folder, "one .cu file or one folder for each student; or one file")
      ->required()
      ->check(CLI::ExistingPath);
  grade->add_option("--hidden", options->hidden, "a folder with hidden.json: runs that students do not see")
      ->check(CLI::ExistingDirectory);
  grade->add_option("--csv", options->csv, "write the verdicts as a table");
  grade->add_option("--junit", options->junit, "write the verdicts as JUnit's XML");
  grade->add_option("--json", options->json, "write the verdicts, with each check, as JSON");
  grade->add_option("--jobs", options->jobs, "submissions at once; default: one for each core")
      ->check(CLI::Range(1, 1024));
  grade->add_option("--seconds", options->seconds, "processor time of a build or a run")
      ->check(CLI::Range(0.1, 3600.0))
      ->capture_default_str();
  grade->add_option("--memory", options->memory, "MiB of a build or a run")
      ->check(CLI::Range(64, 1 << 20))
      ->capture_default_str();
  grade->add_option("--processes", options->processes, "processes and threads of a run")
      ->check(CLI::Range(8, 100'000))
      ->capture_default_str();
  grade->add_option("--output", options->output, "KiB that a run may print")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  grade->add_option("--files", options->files, "MiB that a run may write, its recording among them")
      ->check(CLI::Range(16, 1 << 20))
      ->capture_default_str();
  // The command's own, for each submission: no group, so the help does not show them.
  grade->add_option("--submission", options->submission)->group("");
  grade->add_option("--number", options->number)->group("");
  grade->add_option("--scratch", options->scratch)->group("");
  grade->add_flag("--no-sandbox", options->no_sandbox, "run submissions with your rights; only if you trust them all");
  OnRun(grade, [options] { return Grade(*options); });
}

}  // namespace lockstep::cli
