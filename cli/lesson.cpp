// lockstep lesson [N]: opens a lesson; `list` names them, `restart N` takes its exercise afresh. Grading is
// lesson_grading.cpp's, and lines are put in order by lesson_order.cpp.

#include "lessons/engine/lesson.h"

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/lesson_grade.h"
#include "cli/lesson_grading.h"
#include "cli/lesson_order.h"
#include "cli/lesson_watch.h"
#include "cli/open_lesson.h"
#include "lessons/engine/progress.h"
#include "shared/base/printable.h"

namespace lockstep::cli {
namespace {

ExitStatus List() {
  const Expected<std::vector<lessons::Lesson>> lessons = AllLessons();
  if (!lessons) return Complain(ExitStatus::kBadInput, lessons.error());
  const lessons::Progress progress = lessons::ReadProgress();
  for (const lessons::Lesson& lesson : *lessons)
    fmt::print("{:>3}  {}{}\n", lesson.number, Printable(lesson.title), progress.IsDone(lesson) ? "  (done)" : "");
  fmt::print("{}\n", DescribeProgress(*lessons, progress));
  return ExitStatus::kOk;
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
  AddLessonGrading(*lesson, Shelf::kLessons);
  AddLessonGrade(*lesson);
  AddLessonWatch(*lesson, Shelf::kLessons);
  AddLessonOrder(*lesson);
  AddRestart(*lesson, options);

  OnRun(lesson,
        [options, lesson] { return lesson->get_subcommands().empty() ? OpenLesson(*options) : ExitStatus::kOk; });
}

}  // namespace lockstep::cli
