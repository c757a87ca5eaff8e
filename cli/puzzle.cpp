// lockstep puzzle: names the puzzles with one's best counts; `N` opens one. The rest is that of `lockstep lesson`.

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/lesson_grading.h"
#include "cli/lesson_watch.h"
#include "cli/open_lesson.h"
#include "lessons/engine/course.h"
#include "lessons/engine/places.h"
#include "lessons/engine/progress.h"
#include "shared/base/printable.h"

namespace lockstep::cli {
namespace {

constexpr std::size_t kWidestTitle = 40;

std::string BestWords(const lessons::Lesson& puzzle, const lessons::Progress& progress) {
  const std::optional<double> best = progress.BestOf(puzzle);
  if (best) return fmt::format("  (best: {})", *best);
  return progress.IsDone(puzzle) ? "  (done)" : "";
}

ExitStatus List() {
  const auto folder = lessons::LessonsFolder();
  if (!folder) return Complain(ExitStatus::kBadInput, folder.error());
  const auto course = lessons::ReadCourse(*folder);
  if (!course) return Complain(ExitStatus::kBadInput, course.error());
  const lessons::Progress progress = lessons::ReadProgress();
  std::vector<lessons::Lesson> all;
  for (const lessons::CoursePart& part : *course) {
    if (part.puzzles.empty()) continue;
    fmt::print("{}{}\n", all.empty() ? "" : "\n", Printable(part.title));
    for (const lessons::Lesson& puzzle : part.puzzles)
      fmt::print("{:>3}  {:{}}  {}{}\n", puzzle.number, Printable(puzzle.title), kWidestTitle,
                 Describe(*puzzle.exercise->goal), BestWords(puzzle, progress));
    all.insert(all.end(), part.puzzles.begin(), part.puzzles.end());
  }
  fmt::print("{}{}\n", all.empty() ? "" : "\n", DescribeProgress(all, progress));
  return ExitStatus::kOk;
}

}  // namespace

void AddPuzzle(CLI::App& app) {
  auto options = std::make_shared<LessonOptions>();
  options->shelf = Shelf::kPuzzles;
  CLI::App* puzzle = app.add_subcommand("puzzle", "Open a puzzle of three minutes; without a number, name them all");
  puzzle->add_option("PUZZLE", options->lesson, "its number, or its folder");
  AddViewFlags(*puzzle, options->view);
  puzzle->require_subcommand(0, 1);

  OnRun(puzzle->add_subcommand("list", "Name all puzzles, with the number to reach and your best"),
        [] { return List(); });
  AddLessonGrading(*puzzle, Shelf::kPuzzles);
  AddLessonWatch(*puzzle, Shelf::kPuzzles);
  AddRestart(*puzzle, options);

  OnRun(puzzle, [options, puzzle] {
    if (!puzzle->get_subcommands().empty()) return ExitStatus::kOk;
    return options->lesson.empty() ? List() : OpenLesson(*options);
  });
}

}  // namespace lockstep::cli
