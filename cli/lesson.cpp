// lockstep lesson [N]: opens a lesson; `list` names them, `restart N` takes its exercise afresh. Grading is
// lesson_grading.cpp's.

#include "lessons/engine/lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/find_lesson.h"
#include "cli/lesson_grade.h"
#include "cli/lesson_grading.h"
#include "cli/lesson_scene.h"
#include "cli/lesson_scenes.h"
#include "cli/lesson_watch.h"
#include "cli/view_flags.h"
#include "lessons/engine/exercise_loop.h"
#include "lessons/engine/format_recording.h"
#include "lessons/engine/places.h"
#include "lessons/engine/progress.h"
#include "shared/base/printable.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

struct LessonOptions {
  std::string lesson;                 // empty: where one was
  std::optional<std::uint32_t> page;  // from 1; none: where one was, or the first in a picture of the window
  ViewFlags view;
};

// What the lesson is made of, and what the learner has written in it.
std::vector<std::string> FilesOf(const lessons::Lesson& lesson) {
  std::vector<std::string> files{(lesson.folder / "lesson.md").string(), (lesson.folder / "lesson.json").string(),
                                 lesson.program.string()};
  for (const fs::path& picture : lesson.pictures) files.push_back(picture.string());
  return files;
}

ExitStatus List() {
  const Expected<std::vector<lessons::Lesson>> lessons = AllLessons();
  if (!lessons) return Complain(ExitStatus::kBadInput, lessons.error());
  const lessons::Progress progress = lessons::ReadProgress();
  for (const lessons::Lesson& lesson : *lessons)
    fmt::print("{:>3}  {}{}\n", lesson.number, Printable(lesson.title), progress.IsDone(lesson) ? "  (done)" : "");
  fmt::print("{}\n", DescribeProgress(*lessons, progress));
  return ExitStatus::kOk;
}

ExitStatus Restart(const LessonOptions& options) {
  const Expected<lessons::Lesson> lesson = FindLessonWithExercise(options.lesson);
  if (!lesson) return Complain(ExitStatus::kBadInput, lesson.error());
  if (auto made = lessons::MakeWorkFolder(*lesson); !made) return Complain(ExitStatus::kCannotWrite, made.error());
  const Expected<fs::path> copy = lessons::RestartExercise(*lesson->exercise, lessons::WorkFolder(*lesson));
  if (!copy) return Complain(ExitStatus::kCannotWrite, copy.error());
  fmt::print("{}\n", copy->string());
  return ExitStatus::kOk;
}

// Draws the window with the lesson's text beside the recording; on the exercise's page, with the result of the
// learner's file.
ExitStatus SaveWindow(const lessons::Lesson& lesson, const lessons::LessonRun& run, const ViewFlags& flags,
                      const viz::ViewOptions& options) {
  viz::Scene scene{.recording = run.recording, .lesson = ViewOf(lesson)};
  if (const auto folder = lessons::LessonsFolder())
    if (const auto course = lessons::ReadCourse(*folder))
      scene.lesson->course = CourseViewOf(*course, lessons::ReadProgress());
  if (lesson.exercise && options.page < lesson.pages.size() && lesson.pages[options.page].exercise) {
    if (const Expected<void> added = AddExercise(lesson, scene); !added)
      return Complain(ExitStatus::kInternal, added.error());
  }
  return ShowScene(std::move(scene), flags, options);
}

// Without a display: prints what the lesson's program did, and draws the window as a picture.
ExitStatus Print(const lessons::Lesson& lesson, ViewFlags flags, const viz::ViewOptions& options) {
  const Expected<lessons::LessonRun> run = lessons::RecordLesson(lesson);
  if (!run) return Complain(ExitStatus::kProgramFailed, run.error());
  fmt::print("Lesson {}: {}\n\n{}\n{}\n", lesson.number, Printable(lesson.title), run->program_output,
             PrintableLines(lessons::FormatRecording(run->recording)));
  std::fflush(stdout);
  if (flags.screenshot.empty()) flags.screenshot = (run->file.parent_path() / "window.png").string();
  const ExitStatus drawn = SaveWindow(lesson, *run, flags, options);
  fmt::print("the lesson's text          {}\n", (lesson.folder / "lesson.md").string());
  fmt::print("its program                {}\n", lesson.program.string());
  fmt::print("what was recorded          {}\n", run->file.string());
  if (drawn == ExitStatus::kOk) fmt::print("what the window would show {}\n", flags.screenshot);
  return drawn;
}

ExitStatus Open(const LessonOptions& options) {
  const Expected<lessons::Lesson> lesson = FindLesson(options.lesson);
  if (!lesson) return Complain(ExitStatus::kBadInput, lesson.error());
  auto view = ReadViewFlags(options.view, fmt::format("Lesson {}: {}", lesson->number, lesson->title));
  if (!view) return Complain(ExitStatus::kBadUsage, view.error());
  if (const auto refused = JudgeOutputs(OutputsOf(options.view), FilesOf(*lesson))) return *refused;
  if (auto made = lessons::MakeWorkFolder(*lesson); !made) return Complain(ExitStatus::kCannotWrite, made.error());
  if (auto noted = lessons::NoteOpened(*lesson); !noted) return Complain(ExitStatus::kCannotWrite, noted.error());
  const std::size_t pages = lesson->pages.size();
  if (options.page && (*options.page < 1 || *options.page > pages))
    return Complain(ExitStatus::kBadUsage, {fmt::format("--page takes 1 to {}", pages)});
  view->page = options.page.value_or(1) - 1;
  if (!options.view.screenshot.empty() || !viz::HasDisplay()) return Print(*lesson, options.view, *view);
  if (!options.page) view->page = std::min(lessons::ReadProgress().NotesOf(*lesson).page, pages - 1);
  LessonScenes scenes(*lesson);
  return ShowScene(scenes.First(), options.view, *view,
                   [&](const viz::Reading& reading) { return scenes.Newer(reading); });
}

}  // namespace

void AddLesson(CLI::App& app) {
  auto options = std::make_shared<LessonOptions>();
  CLI::App* lesson = app.add_subcommand("lesson", "Open a lesson: its text, its program step by step, its exercise");
  lesson->add_option("LESSON", options->lesson, "its number, or its folder; the one where you were unless named");
  lesson->add_option("--page", options->page, "the page to open at, from 1; where you were unless named");
  AddViewFlags(*lesson, options->view);
  lesson->require_subcommand(0, 1);

  OnRun(lesson->add_subcommand("list", "Name all lessons"), [] { return List(); });
  AddLessonGrading(*lesson);
  AddLessonGrade(*lesson);
  AddLessonWatch(*lesson);
  CLI::App* restart = lesson->add_subcommand("restart", "Take the exercise afresh; what you have is kept beside it");
  restart->add_option("LESSON", options->lesson, "its number, or its folder")->required();
  OnRun(restart, [options] { return Restart(*options); });

  OnRun(lesson, [options, lesson] { return lesson->get_subcommands().empty() ? Open(*options) : ExitStatus::kOk; });
}

}  // namespace lockstep::cli
