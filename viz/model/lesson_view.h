#pragma once

// The content of the lesson panel. The lesson's engine fills it in; the window only draws it.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "shared/replay/arrangement.h"
#include "shared/replay/model.h"
#include "shared/replay/question.h"
#include "viz/model/course_view.h"
#include "viz/model/selection.h"

namespace lockstep::viz {

// A picture of the text. 8-bit RGBA, rows from the top.
struct LessonImage {
  std::string name;  // the name in the Markdown's ![](name)
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> rgba;
};

struct LessonPage {
  std::string title;
  std::string markdown;
  // The launch that the page refers to, an index into Recording::launches: turning to the page moves there.
  std::optional<std::uint32_t> launch;
  bool exercise = false;  // the exercise's page: it shows the exercise's state, and turning to it shows its program
  std::optional<replay::Directions> opens_at = {};  // turning to the page moves there
  std::vector<replay::Question> questions = {};     // one for each block of the text that asks, in order
};

// Lines that the reader has put in order, to be run.
struct OrderTry {
  std::size_t page = 0, question = 0;  // of the page's questions
  std::size_t attempt = 0;             // counts up from 1
  std::vector<std::size_t> lines;
  bool operator==(const OrderTry&) const = default;
};

// The result of it.
struct OrderResult {
  enum class State : std::uint8_t { kRunning, kWrong, kRight, kUngraded };
  std::size_t page = 0, question = 0, attempt = 0;  // attempt 0: it was right before this window was opened
  State state = State::kRunning;
  std::vector<std::size_t> lines;
  std::string sentence, hint;       // what happened, and why; both are Markdown
  std::optional<std::size_t> line;  // where it happened, from 0
};

// A count of a solved exercise that is to be as small as can be.
struct ChallengeRow {
  std::string name;  // "reads in shared memory"
  double count = 0, reference = 0, best = 0;
};

// kUngraded: it is not known whether it is right, because Lockstep or the machine failed.
enum class ExerciseState { kNone, kBuilding, kBroken, kWrong, kSolved, kUngraded };

// The place that the exercise's sentence refers to, in the recording of its last attempt.
struct ExercisePlace {
  std::uint32_t launch = 0;  // index into Recording::launches
  trace::Dim3 block{0, 0, 0}, thread{0, 0, 0};
  std::optional<replay::StepIndex> step;  // none if the block was not recorded
  std::optional<replay::Cell> cell;       // a cell with a wrong value
  std::string expected;                   // the correct value
  std::uint32_t line = 0;                 // of the learner's file, from 1; 0 if it is not known
};

struct Exercise {
  ExerciseState state = ExerciseState::kNone;
  std::string file;    // the learner's file as people name it: "~/lockstep/01-from-a-loop-to-a-kernel/exercise.cu"
  std::string status;  // one sentence: "2 of 3 checks pass; element 1000 should be 0"
  std::string compiler_output;  // empty unless kBroken
  std::optional<ExercisePlace> place;
  std::optional<ExercisePlace> other_place;  // of a race: that of its second thread
  std::filesystem::path path;                // the learner's file, to be edited in the window; empty: it cannot be
  // For the levels of hints (hint_levels.h). While a new version is built, those of the version before.
  std::string fault;     // its key; empty if nothing is wrong
  std::string hint;      // the lesson's own, as Markdown; empty if it has none for this fault
  std::string solution;  // the text of the reference solution
  // Once every check is satisfied, until the next verdict:
  bool is_passed = false;
  std::string why;                   // why it works, as Markdown; empty if the lesson has no words for it
  std::vector<std::string> results;  // the arrays that are compared with the reference solution's, by name
  std::vector<ChallengeRow> challenge;
  std::size_t hints = 0;  // that were taken on the way
  bool saw_solution = false;
};

struct LessonView {
  std::string title;
  std::vector<LessonPage> pages;
  std::vector<LessonImage> images;
  replay::Arrangement scene = {};  // the arrays that the window shows together; empty: one array is shown
  Exercise exercise;
  std::vector<OrderResult> orders = {};  // the last one of each task
  std::string name;                      // that of its folder: another lesson has another one
  int number = 0;
  bool is_puzzle = false;
  std::size_t first_page = 0;  // to open a lesson at that follows another one in this window
  CourseView course;           // without parts if there is none
};

// Moves to that place; parts of it that are not in the recording are ignored.
void GoToPlace(replay::Model& model, Selection& selection, const ExercisePlace& place);

}  // namespace lockstep::viz
