#include "cli/hint_text.h"

#include <fmt/color.h>
#include <fmt/format.h>

#include <sstream>

#include "cli/find_lesson.h"
#include "cli/lesson_scene.h"
#include "shared/base/file.h"
#include "shared/base/printable.h"
#include "shared/replay/model.h"
#include "viz/edit/code_change.h"

namespace lockstep::cli {
namespace {

std::string MomentText(const viz::ExercisePlace& place, const lessons::Lesson& lesson) {
  const std::string line = place.line > 0 ? fmt::format(", line {}", place.line) : "";
  return fmt::format("`lockstep {} {}` opens the exercise at thread {} of block {}{}.\n", WordFor(ShelfOf(lesson)),
                     lesson.number, replay::Text(place.thread), replay::Text(place.block), line);
}

std::string LineText(const viz::LineToMend& line) {
  return line.is_missing ? fmt::format("Something is missing after line {}.\n", line.number)
                         : fmt::format("Look at line {} again.\n", line.number);
}

std::string ChangeText(const viz::CodeChange& change) {
  using Kind = viz::ChangeLine::Kind;
  std::string text;
  for (const viz::ChangeLine& line : change.lines) {
    if (line.kind == Kind::kSkipped)
      text += fmt::format("  ... line {}\n", line.number);
    else
      text += fmt::format("{} {}\n",
                          line.kind == Kind::kAdded     ? '+'
                          : line.kind == Kind::kRemoved ? '-'
                                                        : ' ',
                          Printable(line.text));
  }
  if (change.left_out > 0) text += fmt::format("  ... and {} more lines\n", change.left_out);
  return text;
}

}  // namespace

std::vector<HintText> HintTexts(const lessons::ExerciseReport& report, const lessons::Lesson& lesson,
                                const std::filesystem::path& file) {
  constexpr std::uint64_t kLargest = 16 << 20;  // bytes
  viz::Exercise exercise{.path = file, .solution = SolutionOf(lesson)};
  ShowReport(report, lesson, exercise);
  const std::string mine = ReadText(file, kLargest).value_or("");
  const std::uint32_t near = exercise.place ? exercise.place->line : 0;
  const auto line =
      exercise.solution.empty() || mine.empty() ? std::nullopt : viz::FindLineToMend(mine, exercise.solution, near);
  std::vector<HintText> hints;
  for (const viz::HintLevel level : HintLevelsOf(exercise, line.has_value())) {
    if (level == viz::HintLevel::kMoment) hints.push_back({level, MomentText(*exercise.place, lesson)});
    if (level == viz::HintLevel::kQuestion) hints.push_back({level, PrintableLines(exercise.hint)});
    if (level == viz::HintLevel::kLine) hints.push_back({level, LineText(*line)});
    if (level == viz::HintLevel::kSolution)
      hints.push_back({level, ChangeText(viz::ChangeTo(mine, exercise.solution))});
  }
  return hints;
}

std::string Colored(const HintText& hint, bool with_colors) {
  if (!with_colors || hint.level != viz::HintLevel::kSolution) return hint.text;
  std::istringstream lines(hint.text);
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    const auto color = line.starts_with('+') ? fmt::terminal_color::green : fmt::terminal_color::red;
    const bool is_kept = line.starts_with(' ');
    text += (is_kept ? line : fmt::format(fmt::fg(color), "{}", line)) + "\n";
  }
  return text;
}

}  // namespace lockstep::cli
