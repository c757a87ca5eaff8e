#include "cli/open_lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "cli/lesson_scene.h"
#include "cli/lesson_scenes.h"
#include "lessons/engine/exercise_loop.h"
#include "lessons/engine/format_recording.h"
#include "lessons/engine/places.h"
#include "lessons/engine/progress.h"
#include "shared/base/printable.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

// The files of the lesson, and those that the learner has written.
std::vector<std::string> FilesOf(const lessons::Lesson& lesson) {
  std::vector<std::string> files{(lesson.folder / "lesson.md").string(), (lesson.folder / "lesson.json").string(),
                                 lesson.program.string()};
  for (const fs::path& picture : lesson.pictures) files.push_back(picture.string());
  return files;
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
  fmt::print("{}\n\n{}\n{}\n", Printable(TitleOf(lesson)), run->program_output,
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

ExitStatus Restart(const LessonOptions& options) {
  const Expected<lessons::Lesson> lesson = FindLessonWithExercise(options.lesson, options.shelf);
  if (!lesson) return Complain(ExitStatus::kBadInput, lesson.error());
  if (auto made = lessons::MakeWorkFolder(*lesson); !made) return Complain(ExitStatus::kCannotWrite, made.error());
  const Expected<fs::path> copy = lessons::RestartExercise(*lesson->exercise, lessons::WorkFolder(*lesson));
  if (!copy) return Complain(ExitStatus::kCannotWrite, copy.error());
  fmt::print("{}\n", copy->string());
  return ExitStatus::kOk;
}

}  // namespace

ExitStatus OpenLesson(const LessonOptions& options) {
  const Expected<lessons::Lesson> lesson = FindLesson(options.lesson, options.shelf);
  if (!lesson) return Complain(ExitStatus::kBadInput, lesson.error());
  auto view = ReadViewFlags(options.view, TitleOf(*lesson));
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

void AddRestart(CLI::App& command, const std::shared_ptr<LessonOptions>& options) {
  CLI::App* restart = command.add_subcommand("restart", "Take the exercise afresh; what you have is kept beside it");
  restart->add_option(ArgumentFor(options->shelf), options->lesson, "its number, or its folder")->required();
  OnRun(restart, [options] { return Restart(*options); });
}

}  // namespace lockstep::cli
