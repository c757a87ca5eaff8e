#include "cli/lesson_grading.h"

#include <fmt/color.h>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/find_lesson.h"
#include "cli/hint_text.h"
#include "cli/watch_page.h"
#include "lessons/engine/answer_diff.h"
#include "lessons/engine/exercise_loop.h"
#include "lessons/engine/format_verdict.h"
#include "lessons/engine/new_lesson.h"
#include "lessons/engine/places.h"
#include "lessons/engine/progress.h"
#include "lessons/engine/test_lesson.h"
#include "shared/base/printable.h"
#include "shared/base/scratch_folder.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

struct LessonGradingOptions {
  Shelf shelf = Shelf::kLessons;
  std::string lesson;
  fs::path file;
  std::string format = "text";
  std::vector<std::string> tested;
  std::vector<fs::path> answers;
  std::string name;
  int number = 99;
  int level = 3;
};

// "ok" and "wrong" have a colour; see MarkOf.
std::string Colored(std::string_view mark) {
  const std::string text = fmt::format("{:<5}", mark);
  if (mark == "-" || !WantsColor(stdout)) return text;
  return fmt::format(fmt::fg(mark == "ok" ? fmt::terminal_color::green : fmt::terminal_color::red), "{}", text);
}

// --- check

ExitStatus StatusOf(const lessons::ExerciseReport& report) {
  if (report.is_ours) return ExitStatus::kInternal;
  switch (report.state) {
    case lessons::ExerciseState::kSolved: return ExitStatus::kOk;
    case lessons::ExerciseState::kWrong: return ExitStatus::kNotSolved;
    case lessons::ExerciseState::kBroken: return ExitStatus::kCompileError;
    default: return ExitStatus::kProgramFailed;
  }
}

void Print(const lessons::ExerciseReport& report) {
  PrintDiagnostics(report.compiler_output);
  for (const jobs::Remark& remark : report.remarks)
    fmt::print("{}  {}\n", Colored(MarkOf(remark)), Printable(remark.sentence));
  if (report.state == lessons::ExerciseState::kSolved) {
    fmt::print("Solved.\n");
    for (const auto& [name, count, reference] : report.challenge)
      fmt::print("{:5}  {} {}, the reference solution {}\n", "", name, count, reference);
  } else if (report.remarks.empty()) {
    fmt::print("{}\n", PrintableLines(report.sentence));
  }
  if (!report.hint.empty()) fmt::print("\n{}", PrintableLines(report.hint));
}

void Print(const std::string& format, const lessons::Lesson& lesson, const lessons::Verdict& verdict) {
  if (format == "text") return Print(verdict.report);
  const lessons::Grading grading = lessons::GradingOf(lesson, LOCKSTEP_VERSION);
  fmt::print("{}", format == "json" ? lessons::VerdictsAsJson({verdict}, lesson, grading)
                                    : lessons::VerdictsAsJunit({verdict}, lesson, grading));
}

// The named file, else the learner's own copy.
Expected<fs::path> FileOf(const LessonGradingOptions& options, const lessons::Lesson& lesson) {
  if (options.file.empty()) return lessons::TakeExercise(*lesson.exercise, lessons::WorkFolder(lesson));
  return options.file;
}

ExitStatus CheckExercise(const LessonGradingOptions& options) {
  const Expected<lessons::Lesson> lesson = FindLessonWithExercise(options.lesson, options.shelf);
  if (!lesson) return Complain(ExitStatus::kBadInput, lesson.error());
  if (auto made = lessons::MakeWorkFolder(*lesson); !made) return Complain(ExitStatus::kCannotWrite, made.error());
  const Expected<fs::path> file = FileOf(options, *lesson);
  if (!file) return Complain(ExitStatus::kCannotWrite, file.error());
  std::error_code error;
  if (!fs::exists(*file, error))
    return Complain(ExitStatus::kBadInput, {fmt::format("`{}` does not exist", file->string())});
  if (options.format == "text") fmt::print("{}\n", file->string());
  std::fflush(stdout);

  lessons::ExerciseTask task = lessons::TaskOf(*lesson, fs::absolute(*file, error));
  task.is_thorough = true;
  const Expected<lessons::Reference> reference = lessons::ObserveSolution(task);
  if (!reference) return Complain(ExitStatus::kInternal, reference.error());
  lessons::Verdict verdict{.name = file->string(), .report = *lessons::Attempt(task, *reference, [] { return false; })};
  Print(options.format, *lesson, verdict);
  // Only the learner's own copy counts, not a file that somebody hands in.
  if (options.file.empty() && verdict.report.state == lessons::ExerciseState::kSolved)
    if (auto noted = lessons::NoteSolved(*lesson, verdict.report.challenge); !noted)
      return Complain(ExitStatus::kCannotWrite, noted.error());
  return StatusOf(verdict.report);
}

// --- hint

// The hints that the window offers step by step, up to a level, for the learner's own copy as it is.
ExitStatus GiveHint(const LessonGradingOptions& options) {
  const Expected<lessons::Lesson> lesson = FindLessonWithExercise(options.lesson, options.shelf);
  if (!lesson) return Complain(ExitStatus::kBadInput, lesson.error());
  if (auto made = lessons::MakeWorkFolder(*lesson); !made) return Complain(ExitStatus::kCannotWrite, made.error());
  const Expected<fs::path> file = FileOf(options, *lesson);
  if (!file) return Complain(ExitStatus::kCannotWrite, file.error());
  const lessons::ExerciseTask task = lessons::TaskOf(*lesson, *file);
  const Expected<lessons::Reference> reference = lessons::ObserveSolution(task);
  if (!reference) return Complain(ExitStatus::kInternal, reference.error());
  const lessons::ExerciseReport report = *lessons::Attempt(task, *reference, [] { return false; });
  PrintDiagnostics(report.compiler_output);
  fmt::print("{}\n", PrintableLines(report.sentence));
  std::size_t given = 0;
  bool is_solution = false;
  for (const HintText& hint : HintTexts(report, *lesson, *file)) {
    if (static_cast<int>(hint.level) >= options.level) break;
    fmt::print("\n{}", Colored(hint, WantsColor(stdout)));
    ++given;
    is_solution |= hint.level == viz::HintLevel::kSolution;
  }
  if (auto noted = lessons::NoteHints(*lesson, given, is_solution); !noted)
    return Complain(ExitStatus::kCannotWrite, noted.error());
  return StatusOf(report);
}

// --- test

struct Times {
  std::vector<double> seconds;
  void Print() {
    if (seconds.empty()) return;
    std::ranges::sort(seconds);
    fmt::print("{} answers graded: median {:.2f} s, worst {:.2f} s\n", seconds.size(), seconds[seconds.size() / 2],
               seconds.back());
  }
};

bool TestOne(const lessons::Lesson& lesson, const fs::path& scratch, Times& times) {
  fmt::print("{}\n", Printable(TitleOf(lesson)));
  lessons::ExerciseTask task = lessons::TaskOf(lesson, {});
  task.scratch = scratch / lesson.folder.filename();
  bool kept = true;
  for (const lessons::Promise& promise : lessons::TestLesson(lesson, task)) {
    fmt::print("{}  {}\n", Colored(promise.kept ? "ok" : "wrong"), PrintableLines(promise.sentence));
    if (promise.seconds > 0) times.seconds.push_back(promise.seconds);
    kept &= promise.kept;
  }
  std::fflush(stdout);
  return kept;
}

Expected<std::vector<lessons::Lesson>> LessonsToTest(const LessonGradingOptions& options) {
  if (options.tested.empty()) return AllLessons(options.shelf);
  std::vector<lessons::Lesson> lessons;
  for (const std::string& named : options.tested) {
    Expected<lessons::Lesson> lesson = FindLesson(named, options.shelf);
    if (!lesson) return std::unexpected(lesson.error());
    lessons.push_back(std::move(*lesson));
  }
  return lessons;
}

// Leaves only the named ones of the lesson's wrong and right answers.
Expected<void> KeepAnswers(lessons::Lesson& lesson, const std::vector<fs::path>& named) {
  const auto is_named = [&](const fs::path& answer) {
    return std::ranges::any_of(named, [&](const fs::path& file) { return answer == lesson.folder / file; });
  };
  std::vector<fs::path> known;
  if (lesson.exercise) known = lesson.exercise->right;
  if (lesson.exercise)
    std::ranges::transform(lesson.exercise->wrong, std::back_inserter(known), &lessons::WrongAttempt::file);
  for (const fs::path& file : named)
    if (std::ranges::count(known, lesson.folder / file) == 0)
      return Fail(fmt::format("lesson {} has no answer `{}` in its lesson.json", lesson.number, file.string()));
  std::erase_if(lesson.exercise->wrong, [&](const lessons::WrongAttempt& one) { return !is_named(one.file); });
  std::erase_if(lesson.exercise->right, [&](const fs::path& file) { return !is_named(file); });
  return {};
}

ExitStatus Test(const LessonGradingOptions& options) {
  Expected<std::vector<lessons::Lesson>> lessons = LessonsToTest(options);
  if (!lessons) return Complain(ExitStatus::kBadInput, lessons.error());
  if (!options.answers.empty()) {
    if (lessons->size() != 1)
      return Complain(ExitStatus::kBadInput, {"`--answer` names answers of one lesson: name that lesson too"});
    if (auto has = KeepAnswers(lessons->front(), options.answers); !has)
      return Complain(ExitStatus::kBadInput, has.error());
  }
  const Expected<ScratchFolder> scratch = ScratchFolder::Make();
  if (!scratch) return Complain(ExitStatus::kCannotWrite, scratch.error());
  bool kept = true;
  Times times;
  for (const lessons::Lesson& lesson : *lessons) kept &= TestOne(lesson, scratch->path(), times);
  times.Print();
  return kept ? ExitStatus::kOk : ExitStatus::kNotSolved;
}

// --- answer

// Of a diff the whole program, of a program its diff.
ExitStatus PrintAnswer(const LessonGradingOptions& options) {
  const Expected<lessons::Lesson> lesson = FindLessonWithExercise(options.lesson, options.shelf);
  if (!lesson) return Complain(ExitStatus::kBadInput, lesson.error());
  const Expected<std::string> other = lessons::IsAnswerDiff(options.file)
                                          ? lessons::ReadAnswer(*lesson, options.file)
                                          : lessons::DiffOfAnswer(*lesson, options.file);
  if (!other) return Complain(ExitStatus::kBadInput, other.error());
  fmt::print("{}", *other);
  return ExitStatus::kOk;
}

// --- new

ExitStatus New(const LessonGradingOptions& options) {
  const Expected<fs::path> folder = lessons::MakeLesson(fs::current_path(), options.name, options.number);
  if (!folder) return Complain(ExitStatus::kCannotWrite, folder.error());
  fmt::print("{}\nlockstep lesson test ./{} tests it.\n", folder->string(), options.name);
  return ExitStatus::kOk;
}

}  // namespace

void AddLessonGrading(CLI::App& lesson, Shelf shelf) {
  auto options = std::make_shared<LessonGradingOptions>();
  options->shelf = shelf;
  const std::string one = ArgumentFor(shelf);
  CLI::App* check = lesson.add_subcommand("check", "Grade the exercise");
  check->add_option(one, options->lesson, "its number, or its folder")->required();
  check->add_option("FILE", options->file, "the program to grade; your own copy of the exercise unless named");
  check->add_option("--format", options->format, "text, json or junit")
      ->check(CLI::IsMember({"text", "json", "junit"}));
  OnRun(check, [options] { return CheckExercise(*options); });

  CLI::App* hint = lesson.add_subcommand("hint", "Grade your copy, and help as far as you want");
  hint->add_option(one, options->lesson, "its number, or its folder")->required();
  hint->add_option("--level", options->level,
                   "1 the fault, 2 its moment, 3 a hint, 4 the line, 5 the solution (default: 3)")
      ->check(CLI::Range(1, 5));
  OnRun(hint, [options] { return GiveHint(*options); });

  CLI::App* test = lesson.add_subcommand(
      "test", fmt::format("Test whether {}s keep what they promise (for authors)", WordFor(shelf)));
  test->add_option(one, options->tested, "numbers or folders; all that are shipped unless named");
  test->add_option("--answer", options->answers, "of the wrong and right answers only this file, as in lesson.json")
      ->type_name("FILE")
      ->take_all()
      ->allow_extra_args(false);
  OnRun(test, [options] { return Test(*options); });

  CLI::App* answer = lesson.add_subcommand(
      "answer",
      "Print the program that a diff in wrong/ or right/ makes, or the diff that makes a program (for authors)");
  answer->add_option(one, options->lesson, "its number, or its folder")->required();
  answer->add_option("FILE", options->file, "NAME.diff, or a program with a comment at its head")->required();
  OnRun(answer, [options] { return PrintAnswer(*options); });

  if (shelf == Shelf::kPuzzles) return;
  CLI::App* make = lesson.add_subcommand("new", "Make the folder of a new lesson, to be filled in (for authors)");
  make->add_option("NAME", options->name, "the folder's name, in this folder")->required();
  make->add_option("--number", options->number, "the lesson's number")->check(CLI::Range(0, 9999));
  OnRun(make, [options] { return New(*options); });
}

}  // namespace lockstep::cli
