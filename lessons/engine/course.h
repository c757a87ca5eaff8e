#pragma once

// The course: the shipped lessons and puzzles in parts. course.json beside their folders names the parts; the puzzles'
// folders are in puzzles/.

#include <filesystem>
#include <string>
#include <vector>

#include "lessons/engine/lesson.h"

namespace lockstep::lessons {

// The lessons from number `from` on and the puzzles from number `puzzles_from` on, up to the next part.
struct CoursePart {
  int from = 0;
  int puzzles_from = -1;  // -1: it has none
  std::string title;
  std::vector<Lesson> lessons, puzzles;  // by number; none where they are still to be written
};

// The puzzles in `lessons`/puzzles by number; none where there is no such folder.
Expected<std::vector<Lesson>> ReadPuzzles(const std::filesystem::path& lessons);

// The Error names the file and the field. Lessons before the first part
// belong to it, and puzzles before the first part that has any.
Expected<std::vector<CoursePart>> ReadCourse(const std::filesystem::path& lessons);

}  // namespace lockstep::lessons
