#include "cli/find_lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "lessons/engine/course.h"
#include "lessons/engine/places.h"
#include "lessons/engine/progress.h"

namespace lockstep::cli {

Shelf ShelfOf(const lessons::Lesson& lesson) { return IsPuzzle(lesson) ? Shelf::kPuzzles : Shelf::kLessons; }

std::string ArgumentFor(Shelf shelf) { return shelf == Shelf::kPuzzles ? "PUZZLE" : "LESSON"; }

std::string WordFor(Shelf shelf) { return shelf == Shelf::kPuzzles ? "puzzle" : "lesson"; }

Expected<std::vector<lessons::Lesson>> AllLessons(Shelf shelf) {
  const Expected<std::filesystem::path> folder = lessons::LessonsFolder();
  if (!folder) return std::unexpected(folder.error());
  return shelf == Shelf::kPuzzles ? lessons::ReadPuzzles(*folder) : lessons::ReadLessons(*folder);
}

Expected<lessons::Lesson> FindLesson(const std::string& named, Shelf shelf) {
  int number = 0;
  const auto [end, error] = std::from_chars(named.data(), named.data() + named.size(), number);
  const bool is_number = error == std::errc() && end == named.data() + named.size();
  if (!is_number && !named.empty()) return lessons::ReadLesson(named);
  const Expected<std::vector<lessons::Lesson>> lessons = AllLessons(shelf);
  if (!lessons) return std::unexpected(lessons.error());
  if (named.empty()) {
    const lessons::Lesson* going_on = LessonToGoOnWith(*lessons, lessons::ReadProgress());
    return going_on ? Expected<lessons::Lesson>(*going_on) : Fail(fmt::format("there are no {}s", WordFor(shelf)));
  }
  const auto found = std::ranges::find(*lessons, number, &lessons::Lesson::number);
  if (found == lessons->end())
    return Fail(
        fmt::format("there is no {} {}; `lockstep {} list` names them", WordFor(shelf), number, WordFor(shelf)));
  return *found;
}

Expected<lessons::Lesson> FindLessonWithExercise(const std::string& named, Shelf shelf) {
  Expected<lessons::Lesson> lesson = FindLesson(named, shelf);
  if (lesson && !lesson->exercise) return Fail(fmt::format("lesson {} has no exercise", lesson->number));
  return lesson;
}

}  // namespace lockstep::cli
