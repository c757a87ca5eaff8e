#pragma once

// The state of the lesson: its page, its exercise, and what its reader has done in this window.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "shared/replay/directions.h"
#include "shared/replay/question.h"
#include "viz/edit/code_change.h"
#include "viz/model/development.h"
#include "viz/model/hint_levels.h"
#include "viz/model/lesson_view.h"
#include "viz/panels/area.h"

namespace lockstep::viz {

// The program of a lesson that is in view: its own or that of its exercise.
enum class Shown : std::uint8_t { kLesson, kExercise };

// The levels of hints of the exercise's fault.
struct HintsView {
  std::string fault;  // which the levels were taken for
  HintLevel taken = HintLevel::kWords;
  std::vector<HintLevel> levels;  // in this frame
  std::size_t used = 0;           // levels taken in this window
  bool saw_solution = false;
  int scrolls = 0;           // frames in which the newest level is still brought into view
  std::optional<Area> more;  // the button, in this frame
  // Kept for the two texts and the fault's line.
  std::string mine, solution;
  std::uint32_t near = 0;
  std::optional<LineToMend> line;
  CodeChange change;
};

// The result of an exercise that has become solved; see development.cpp.
struct DevelopView {
  bool was_wrong = false;  // in this window, and not solved since
  bool is_wanted = false;  // from now on, once the exercise's program is in view
  std::optional<Development> running;
  double since = 0;  // ImGui's clock
};

// A line that the mouse holds.
struct OrderDrag {
  std::size_t question = 0, line = 0;
  ImVec2 from;
  bool is_moving = false;  // else it may become a click
};

struct LessonPanel {
  std::size_t page = 0;
  Shown shown = Shown::kLesson;
  std::optional<std::size_t> reveal;  // this answer of the page, in the next frame
  std::string problem;                // why the last link led nowhere
  // Areas in this frame: the exercise's sentence with the link below it, and the link to the second thread of a race;
  // the arrows that turn the page, the choice of program.
  std::optional<Area> status, other_status, previous, next, programs;
  std::optional<std::size_t> hovered_link;
  // For the session, by page: the tasks that are done, the answers to questions.
  std::map<std::size_t, std::set<std::string>> done;
  std::map<std::size_t, std::vector<replay::Answer>> answers;
  std::optional<std::size_t> typing, pointing;  // the question of the page that a key or a click answers
  // Lines to be put in order: the question of the page that has the keys, the last request to run them, how many there
  // were, what the mouse holds, the heights of the kernels in the last frame, and those that were right before.
  std::optional<std::size_t> ordering;
  std::optional<OrderTry> order;
  std::size_t order_tries = 0;
  std::size_t order_told = 0;  // the last try whose result was brought into view
  int order_scrolls = 0;       // frames in which it still is
  std::optional<OrderDrag> drag;
  std::map<std::size_t, float> order_heights;
  std::set<std::pair<std::size_t, std::size_t>> restored_orders;
  std::string watched;  // the place and look of the last frame; see lesson_moves.cpp
  HintsView hints;
  DevelopView develop;
  bool can_try_again = false;   // a program could not be recorded
  std::size_t tries = 0;        // requests to record it once more
  bool is_before_edit = false;  // the run in view is of the exercise's text before the last edit
  std::size_t codes = 0;        // blocks of code of the page, in this frame
  float exercise_height = 0;    // that its state needed in the last frame
};

}  // namespace lockstep::viz
