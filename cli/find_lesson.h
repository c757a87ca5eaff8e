#pragma once

// The lesson or puzzle that a command line names: by its number, or by its folder; and all that are shipped.

#include <cstdint>
#include <string>
#include <vector>

#include "lessons/engine/lesson.h"

namespace lockstep::cli {

// The shelf on which a number is looked up: `lockstep lesson 3` and `lockstep puzzle 3` are different things.
enum class Shelf : std::uint8_t { kLessons, kPuzzles };

// Without a name, the lesson to go on with (lessons/engine/progress.h); a puzzle must be named.
Expected<lessons::Lesson> FindLesson(const std::string& named, Shelf shelf = Shelf::kLessons);
Expected<std::vector<lessons::Lesson>> AllLessons(Shelf shelf = Shelf::kLessons);
Expected<lessons::Lesson> FindLessonWithExercise(const std::string& named, Shelf shelf = Shelf::kLessons);

Shelf ShelfOf(const lessons::Lesson& lesson);

// "lesson", "puzzle": the command, and the word for one.
std::string WordFor(Shelf shelf);
// "LESSON", "PUZZLE": an argument that names one.
std::string ArgumentFor(Shelf shelf);

}  // namespace lockstep::cli
