#pragma once

// The course: the shipped lessons in parts. course.json beside their folders names the parts.

#include <filesystem>
#include <string>
#include <vector>

#include "lessons/engine/lesson.h"

namespace lockstep::lessons {

// The lessons from number `from` on, up to the next part.
struct CoursePart {
  int from = 0;
  std::string title;
  std::vector<Lesson> lessons;  // by number; none where they are still to be written
};

// The Error names the file and the field. Lessons before the first part belong to it.
Expected<std::vector<CoursePart>> ReadCourse(const std::filesystem::path& lessons);

}  // namespace lockstep::lessons
