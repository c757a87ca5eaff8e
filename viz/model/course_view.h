#pragma once

// The course as the window shows it: its parts and lessons, and what the learner has done.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::viz {

struct CourseLesson {
  std::string name;  // unique: that of its folder
  int number = 0;
  std::string title;
  std::vector<std::string> needs, teaches;  // ideas, by one word each
  bool is_done = false;
  std::size_t page = 0, pages = 0;  // where the reader was last, from 0, of how many
  std::string goal;                 // of a puzzle: "requests touch at most 10 sectors"
  std::optional<double> best;       // the least that was reached of it

  bool IsPuzzle() const { return !goal.empty(); }
};

struct CoursePart {
  std::string title;
  std::vector<CourseLesson> lessons, puzzles = {};  // by number
};

struct CourseView {
  std::vector<CoursePart> parts;

  // All lessons in order.
  std::vector<const CourseLesson*> Lessons() const;
  // Each part's lessons and then its puzzles.
  std::vector<const CourseLesson*> InOrder() const;
  // A lesson or a puzzle. Null where there is none.
  const CourseLesson* Find(const std::string& name) const;
  // The lesson or puzzle to go on with. After the last lesson of a part and after a puzzle: the next puzzle of the part
  // that has not been passed, or else the next part's first lesson. Null where there is none.
  const CourseLesson* After(const std::string& name) const;
  // The lessons that `lesson` builds on: for each idea that it needs, the last one before it that teaches it.
  std::vector<const CourseLesson*> NeededBy(const CourseLesson& lesson) const;
};

}  // namespace lockstep::viz
