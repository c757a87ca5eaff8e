#include "lessons/engine/course.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lessons/engine/fields.h"
#include "shared/base/file.h"

namespace lockstep::lessons {
namespace {

constexpr std::uint64_t kLargestCourse = 64 << 10;  // bytes
constexpr std::int64_t kLastLesson = 9999;

std::vector<CoursePart> PartsOf(Fields fields) {
  std::vector<CoursePart> parts;
  int last_puzzles = 0;
  for (Fields& one : fields.Objects("parts")) {
    parts.push_back({.from = static_cast<int>(one.Whole("from", 0, kLastLesson)),
                     .puzzles_from = static_cast<int>(one.WholeOr("puzzles_from", 1, kLastLesson, -1)),
                     .title = one.Text("title")});
    if (const int from = parts.back().puzzles_from; from > 0) {
      if (from <= last_puzzles) one.Complain("puzzles_from", "must be greater than that of the parts before");
      last_puzzles = from;
    }
    if (parts.size() > 1 && parts.back().from <= parts[parts.size() - 2].from)
      one.Complain("from", "must be greater than that of the part before");
    one.Finish();
  }
  if (parts.empty()) fields.Complain("parts", "is missing or empty");
  fields.Finish();
  return parts;
}

// Each to the last part that begins with its number or one before, and otherwise to the first part that begins
// anywhere.
void GiveOut(std::vector<Lesson> lessons, std::vector<CoursePart>& parts, int CoursePart::* from,
             std::vector<Lesson> CoursePart::* to) {
  const auto begins = [&](const CoursePart& part) { return part.*from >= 0; };
  for (Lesson& lesson : lessons) {
    const auto last = std::ranges::find_if(parts.rbegin(), parts.rend(), [&](const CoursePart& part) {
      return begins(part) && part.*from <= lesson.number;
    });
    const auto first = std::ranges::find_if(parts, begins);
    CoursePart& part = last != parts.rend() ? *last : first != parts.end() ? *first : parts.front();
    (part.*to).push_back(std::move(lesson));
  }
}

}  // namespace

Expected<std::vector<Lesson>> ReadPuzzles(const std::filesystem::path& lessons) {
  const std::filesystem::path folder = lessons / "puzzles";
  std::error_code error;
  if (!std::filesystem::exists(folder, error)) return std::vector<Lesson>();
  Expected<std::vector<Lesson>> puzzles = ReadLessons(folder);
  if (!puzzles) return puzzles;
  for (const Lesson& puzzle : *puzzles)
    if (!IsPuzzle(puzzle))
      return Fail(fmt::format("`{}`: `exercise.goal` is missing: what number is the puzzle to reach?",
                              (puzzle.folder / "lesson.json").string()));
  return puzzles;
}

Expected<std::vector<CoursePart>> ReadCourse(const std::filesystem::path& lessons) {
  Expected<std::vector<Lesson>> all = ReadLessons(lessons);
  if (!all) return std::unexpected(all.error());
  Expected<std::vector<Lesson>> puzzles = ReadPuzzles(lessons);
  if (!puzzles) return std::unexpected(puzzles.error());
  const std::filesystem::path file = lessons / "course.json";
  const Expected<std::string> text = ReadText(file, kLargestCourse);
  if (!text) return std::unexpected(text.error());
  std::vector<CoursePart> parts;
  try {
    const nlohmann::json object = nlohmann::json::parse(*text);
    parts = PartsOf(Fields(object, ""));
  } catch (const FieldError& error) {
    return Fail(fmt::format("`{}`: {}.", file.string(), error.what()));
  } catch (const nlohmann::json::exception& error) {
    return Fail(fmt::format("`{}` does not describe a course: {}.", file.string(), error.what()));
  }
  GiveOut(std::move(*all), parts, &CoursePart::from, &CoursePart::lessons);
  GiveOut(std::move(*puzzles), parts, &CoursePart::puzzles_from, &CoursePart::puzzles);
  return parts;
}

}  // namespace lockstep::lessons
