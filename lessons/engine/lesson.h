#pragma once

// A lesson is a folder with a text (lesson.md), a program, an exercise, and lesson.json, which names these parts. A
// puzzle is a lesson of one page whose exercise has a number to reach. README.md in the parent folder shows how to
// write them.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "jobs/observe.h"
#include "jobs/requirement.h"
#include "lessons/engine/questions.h"
#include "shared/base/error.h"
#include "shared/replay/arrangement.h"

namespace lockstep::lessons {

// A `## ` section of the text.
struct LessonPage {
  std::string title;
  std::string markdown;
  std::optional<std::uint32_t> launch;  // `<!-- show: launch N -->`: the launch that this page refers to
  bool exercise = false;                // `<!-- exercise -->`: the page shows the exercise's state
  PageMarks marks;                      // its links and questions
};

// By the fault that they help with (jobs/faults.def, findings.def), or a fault and an array: Markdown files.
using Hints = std::map<std::string, std::filesystem::path>;

struct LessonCheck {
  jobs::Requirement requirement;
  double points = 1;
  Hints hints;                     // before those of the exercise
  std::optional<double> baseline;  // of a bound: what the exercise's file has as shipped
};

// A mistake that people make, and what the engine must say of it.
struct WrongAttempt {
  std::filesystem::path file;
  std::string fault;
  std::string says;  // a part of the sentence that it gets; empty: any
};

// The goal of a puzzle: a count of the exercise's first run that has to be small.
struct PuzzleGoal {
  jobs::Metric metric;
  double at_most = 0;
};

struct LessonExercise {
  std::filesystem::path file;       // as shipped: the learner edits a copy
  std::filesystem::path solution;   // what the learner's arrays are compared with
  std::vector<jobs::Input> runs;    // at least one; the first is the one that is shown
  std::vector<trace::Dim3> blocks;  // recorded instead of the first ones
  std::vector<LessonCheck> checks;  // of a puzzle, its goal is the first of those that count
  std::optional<PuzzleGoal> goal;
  Hints hints;
  std::string fails;  // the fault that the shipped file has
  std::vector<WrongAttempt> wrong;
  std::vector<std::filesystem::path> right;     // answers unlike the solution that must pass
  std::vector<jobs::Metric> challenge;          // counts to be as small as can be; of a puzzle, first its goal
  std::optional<std::filesystem::path> solved;  // Markdown: why the solution works
};

// A number that the text quotes as {{NAME}}, and the run that it comes from.
struct LessonFact {
  std::string value;  // as it is quoted
  enum class Of : std::uint8_t { kProgram, kExercise, kSolution } of = Of::kProgram;
  std::size_t run = 0;
  jobs::Metric metric;
};

struct Lesson {
  int number = 0;
  std::string title;
  std::filesystem::path folder;
  std::string formerly;        // the folder's earlier name, by which learners may have work; "": it had none
  std::filesystem::path text;  // the file of the pages
  std::vector<LessonPage> pages;
  std::vector<std::filesystem::path> pictures;  // the pictures in the text, ![](NAME), with the file name NAME
  std::filesystem::path program;
  std::vector<std::string> arguments;
  std::optional<LessonExercise> exercise;
  std::string why;            // Markdown, shown once it is solved: the text of `solved`, or else the last page
  replay::Arrangement scene;  // the arrays that the window shows together; empty: one array is shown
  std::vector<std::string> needs, teaches;  // ideas, by one word each
  std::map<std::string, LessonFact> facts;
};

inline bool IsPuzzle(const Lesson& lesson) { return lesson.exercise && lesson.exercise->goal; }

// That of its folder, which lessons and puzzles may share: "03-guards", "puzzles/03-guards". The learner's own folder
// and what is noted of the lesson have it.
std::string NameOf(const Lesson& lesson);
// The same by the folder's earlier name; "" if it had none.
std::string FormerNameOf(const Lesson& lesson);
// "Lesson 1: From a loop to a kernel"
std::string TitleOf(const Lesson& lesson);

// In plain words: "bank conflicts", "reads in shared memory".
std::string WordsFor(const jobs::Metric& metric);
// "requests touch at most 10 sectors"
std::string Describe(const PuzzleGoal& goal);

// Reads FOLDER/lesson.json and the text that it names. The Error names the file and the problem.
Expected<Lesson> ReadLesson(const std::filesystem::path& folder);

// All lessons in the folders of `lessons`, by number.
Expected<std::vector<Lesson>> ReadLessons(const std::filesystem::path& lessons);

// The text as pages: `# ` is the lesson's title, each `## ` begins a page. {{NAME}} becomes the fact's value; the names
// that are none go to `unknown`.
std::vector<LessonPage> SplitPages(const std::string& markdown, const std::map<std::string, LessonFact>& facts = {},
                                   std::vector<std::string>* unknown = nullptr);

}  // namespace lockstep::lessons
