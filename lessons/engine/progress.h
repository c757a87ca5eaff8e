#pragma once

// The progress of a learner: the lessons and puzzles whose exercise was solved, the lesson that was opened last, and
// where they are in each. Kept beside the learner's copies, in progress.json.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lessons/engine/attempt.h"
#include "lessons/engine/lesson.h"

namespace lockstep::lessons {

// Of one lesson.
struct LessonNotes {
  std::size_t page = 0;                // where the reader was last, from 0
  std::size_t hints = 0;               // levels of hints that were taken until the exercise was solved
  bool saw_solution = false;           // one of them was the solution
  std::map<std::string, double> best;  // the least of each count of the challenge
  // The lines that were put in order, of the tasks in which they were right, by OrderNameOf.
  std::map<std::string, std::vector<std::size_t>> ordered;
  bool operator==(const LessonNotes&) const = default;
};

struct Progress {
  std::set<std::string> done;  // by NameOf, or by FormerNameOf until something new is noted
  std::string last;
  std::map<std::string, LessonNotes> lessons;

  bool IsDone(const Lesson& lesson) const;
  LessonNotes NotesOf(const Lesson& lesson) const;
  // The least that was reached of the puzzle's number.
  std::optional<double> BestOf(const Lesson& puzzle) const;
  bool operator==(const Progress&) const = default;
};

// Empty where nothing has been done, or where the file cannot be read.
Progress ReadProgress();

// These change the file. An error names it; what was done before is never lost.
Expected<void> NoteOpened(const Lesson& lesson);
Expected<void> NoteDone(const Lesson& lesson);
Expected<void> NotePage(const Lesson& lesson, std::size_t page);
// The reader took so many hints. Not noted once the exercise is solved.
Expected<void> NoteHints(const Lesson& lesson, std::size_t count, bool is_solution);
// Keeps the least of each count.
Expected<void> NoteCounts(const Lesson& lesson, const std::vector<ChallengeCount>& counts);
// The lines of this task are in order.
Expected<void> NoteOrdered(const Lesson& lesson, const replay::Question& task, const std::vector<std::size_t>& lines);

// Both: the exercise is solved, with these counts.
Expected<void> NoteSolved(const Lesson& lesson, const std::vector<ChallengeCount>& counts);

// The lesson to go on with: the lesson that was opened last or, if that is done, the first one after it that is not.
// None of an empty list.
const Lesson* LessonToGoOnWith(const std::vector<Lesson>& lessons, const Progress& progress);

// "3 of 35 done": those that have an exercise.
std::string DescribeProgress(const std::vector<Lesson>& lessons, const Progress& progress);

}  // namespace lockstep::lessons
