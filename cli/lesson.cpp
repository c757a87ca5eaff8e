// lockstep lesson [N]: opens a lesson; `list` names them, `check N [FILE]` grades the exercise, `restart N` takes it
// afresh.

#include "lessons/engine/lesson.h"

#include <fmt/color.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/lesson_scene.h"
#include "cli/view_flags.h"
#include "lessons/engine/attempt.h"
#include "lessons/engine/exercise_loop.h"
#include "lessons/engine/places.h"
#include "lessons/engine/tell.h"
#include "shared/base/printable.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  int number = 1;
  fs::path file;
  std::uint32_t page = 1;
  ViewFlags view;
};

Expected<Lesson> LessonOf(int number) {
  const Expected<fs::path> folder = LessonsFolder();
  if (!folder) return std::unexpected(folder.error());
  const Expected<std::vector<Lesson>> lessons = ReadLessons(*folder);
  if (!lessons) return std::unexpected(lessons.error());
  const auto found = std::ranges::find(*lessons, number, &Lesson::number);
  if (found == lessons->end())
    return Fail(fmt::format("there is no lesson {}; `lockstep lesson list` names them", number));
  return *found;
}

Expected<Lesson> LessonWithExercise(int number) {
  Expected<Lesson> lesson = LessonOf(number);
  if (lesson && !lesson->exercise) return Fail(fmt::format("lesson {} has no exercise", number));
  return lesson;
}

// What the lesson is made of, and what the learner has written in it.
std::vector<std::string> FilesOf(const Lesson& lesson) {
  std::vector<std::string> files{(lesson.folder / "lesson.md").string(), (lesson.folder / "lesson.json").string(),
                                 lesson.program.string()};
  for (const fs::path& picture : lesson.pictures) files.push_back(picture.string());
  return files;
}

ExitStatus List() {
  const Expected<fs::path> folder = LessonsFolder();
  if (!folder) return Complain(ExitStatus::kBadInput, folder.error());
  const Expected<std::vector<Lesson>> lessons = ReadLessons(*folder);
  if (!lessons) return Complain(ExitStatus::kBadInput, lessons.error());
  for (const Lesson& lesson : *lessons) fmt::print("{:>3}  {}\n", lesson.number, Printable(lesson.title));
  return ExitStatus::kOk;
}

ExitStatus StatusOf(ExerciseState state) {
  switch (state) {
    case ExerciseState::kSolved: return ExitStatus::kOk;
    case ExerciseState::kWrong: return ExitStatus::kNotSolved;
    case ExerciseState::kBroken: return ExitStatus::kCompileError;
    default: return ExitStatus::kProgramFailed;
  }
}

void Print(const ExerciseReport& report) {
  const bool color = WantsColor(stdout);
  const auto mark = [&](bool good) {
    const char* text = good ? "ok   " : "wrong";
    return color ? fmt::format(fmt::fg(good ? fmt::terminal_color::green : fmt::terminal_color::red), "{}", text)
                 : text;
  };
  PrintDiagnostics(report.compiler_output);
  for (const jobs::Remark& remark : report.remarks)
    fmt::print("{}  {}\n", mark(remark.good), Printable(remark.sentence));
  if (report.state == ExerciseState::kSolved) {
    fmt::print("Solved.\n");
  } else if (report.remarks.empty()) {
    fmt::print("{}\n", PrintableLines(report.sentence));
  }
}

ExitStatus CheckExercise(const Options& options) {
  const Expected<Lesson> lesson = LessonWithExercise(options.number);
  if (!lesson) return Complain(ExitStatus::kBadInput, lesson.error());
  if (auto made = MakeWorkFolder(*lesson); !made) return Complain(ExitStatus::kCannotWrite, made.error());
  fs::path file = options.file;
  if (file.empty()) {
    const Expected<fs::path> copy = TakeExercise(*lesson->exercise, WorkFolder(*lesson));
    if (!copy) return Complain(ExitStatus::kCannotWrite, copy.error());
    file = *copy;
  }
  std::error_code error;
  if (!fs::exists(file, error))
    return Complain(ExitStatus::kBadInput, {fmt::format("`{}` does not exist", file.string())});
  fmt::print("{}\n", file.string());
  std::fflush(stdout);

  const ExerciseTask task = TaskOf(*lesson, fs::absolute(file, error));
  const Expected<Recording> solution = RecordSolution(task);
  if (!solution) return Complain(ExitStatus::kInternal, solution.error());
  const ExerciseReport report = *Attempt(task, *solution, [] { return false; });
  Print(report);
  return StatusOf(report.state);
}

ExitStatus Restart(const Options& options) {
  const Expected<Lesson> lesson = LessonWithExercise(options.number);
  if (!lesson) return Complain(ExitStatus::kBadInput, lesson.error());
  if (auto made = MakeWorkFolder(*lesson); !made) return Complain(ExitStatus::kCannotWrite, made.error());
  const Expected<fs::path> copy = RestartExercise(*lesson->exercise, WorkFolder(*lesson));
  if (!copy) return Complain(ExitStatus::kCannotWrite, copy.error());
  fmt::print("{}\n", copy->string());
  return ExitStatus::kOk;
}

// The window as it would look, with the lesson's text beside the recording; on the exercise's page with what came of
// the learner's file.
ExitStatus SaveWindow(const Lesson& lesson, const LessonRun& run, const ViewFlags& flags,
                      const viz::ViewOptions& options) {
  viz::Scene scene{.recording = run.recording, .lesson = ViewOf(lesson)};
  if (lesson.exercise && options.page < lesson.pages.size() && lesson.pages[options.page].exercise) {
    if (const Expected<void> added = AddExercise(lesson, scene); !added)
      return Complain(ExitStatus::kInternal, added.error());
  }
  return ShowScene(std::move(scene), flags, options);
}

// Without a display: what the lesson's program did, in the terminal, and the window as a picture.
ExitStatus Tell(const Lesson& lesson, ViewFlags flags, const viz::ViewOptions& options) {
  const Expected<LessonRun> run = RecordLesson(lesson);
  if (!run) return Complain(ExitStatus::kProgramFailed, run.error());
  fmt::print("Lesson {}: {}\n\n{}\n{}\n", lesson.number, Printable(lesson.title), run->program_output,
             PrintableLines(TellRecording(run->recording)));
  std::fflush(stdout);
  if (flags.screenshot.empty()) flags.screenshot = (run->file.parent_path() / "window.png").string();
  const ExitStatus drawn = SaveWindow(lesson, *run, flags, options);
  fmt::print("the lesson's text          {}\n", (lesson.folder / "lesson.md").string());
  fmt::print("its program                {}\n", lesson.program.string());
  fmt::print("what was recorded          {}\n", run->file.string());
  if (drawn == ExitStatus::kOk) fmt::print("what the window would show {}\n", flags.screenshot);
  return drawn;
}

ExitStatus Open(const Options& options) {
  const Expected<Lesson> lesson = LessonOf(options.number);
  if (!lesson) return Complain(ExitStatus::kBadInput, lesson.error());
  auto view = ReadViewFlags(options.view, fmt::format("Lesson {}: {}", lesson->number, lesson->title));
  if (!view) return Complain(ExitStatus::kBadUsage, view.error());
  if (const auto refused = JudgeOutputs(OutputsOf(options.view), FilesOf(*lesson))) return *refused;
  if (auto made = MakeWorkFolder(*lesson); !made) return Complain(ExitStatus::kCannotWrite, made.error());
  if (options.page < 1 || options.page > lesson->pages.size())
    return Complain(ExitStatus::kBadUsage, {fmt::format("--page takes 1 to {}", lesson->pages.size())});
  view->page = options.page - 1;
  if (!options.view.screenshot.empty() || !viz::HasDisplay()) return Tell(*lesson, options.view, *view);
  LessonScenes scenes(*lesson);
  return ShowScene(scenes.First(), options.view, *view, [&] { return scenes.Newer(); });
}

}  // namespace

void AddLesson(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* lesson = app.add_subcommand("lesson", "Open a lesson: its text, its program step by step, its exercise");
  lesson->add_option("NUMBER", options->number, "which lesson");
  lesson->add_option("--page", options->page, "the page to open at, from 1");
  AddViewFlags(*lesson, options->view);
  lesson->require_subcommand(0, 1);

  OnRun(lesson->add_subcommand("list", "Name all lessons"), [] { return List(); });
  CLI::App* check = lesson->add_subcommand("check", "Grade the exercise");
  check->add_option("NUMBER", options->number, "which lesson")->required();
  check->add_option("FILE", options->file, "the program to grade; your own copy of the exercise unless named");
  OnRun(check, [options] { return CheckExercise(*options); });
  CLI::App* restart = lesson->add_subcommand("restart", "Take the exercise afresh; what you have is kept beside it");
  restart->add_option("NUMBER", options->number, "which lesson")->required();
  OnRun(restart, [options] { return Restart(*options); });

  OnRun(lesson, [options, lesson] { return lesson->get_subcommands().empty() ? Open(*options) : ExitStatus::kOk; });
}

}  // namespace lockstep::cli
