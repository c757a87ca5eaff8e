#pragma once

// What the lesson panel shows. Whoever runs lessons fills it in; the window only draws it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shared/replay/model.h"
#include "viz/model/selection.h"

namespace lockstep::viz {

// A picture beside the text. 8-bit RGBA, rows from the top.
struct LessonImage {
  std::string name;  // as the Markdown's ![](name) has it
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> rgba;
};

struct LessonPage {
  std::string title;
  std::string markdown;
  // What the page speaks of, an index into Recording::launches: turning to it goes there.
  std::optional<std::uint32_t> launch;
  bool exercise = false;  // the page of the exercise: it shows how that stands, and turning to it shows its program
};

enum class ExerciseState { kNone, kBuilding, kBroken, kWrong, kSolved };

// What the exercise's sentence speaks of: a place in the recording of its last attempt.
struct ExercisePlace {
  std::uint32_t launch = 0;  // index into Recording::launches
  Dim3 block{0, 0, 0}, thread{0, 0, 0};
  std::optional<StepIndex> step;  // none where the block was not recorded
  std::optional<Cell> cell;       // one that holds a wrong value
  std::string expected;           // what it should hold
};

struct Exercise {
  ExerciseState state = ExerciseState::kNone;
  std::string file;             // the path that the learner edits
  std::string status;           // one sentence: "2 of 3 checks pass; element 1000 should be 0"
  std::string compiler_output;  // empty unless kBroken
  std::optional<ExercisePlace> place;
};

struct LessonView {
  std::string title;
  std::vector<LessonPage> pages;
  std::vector<LessonImage> images;
  Exercise exercise;
};

// Goes to what an exercise's sentence speaks of; what of it the recording does not have is left out.
void GoToPlace(Model& model, Selection& selection, const ExercisePlace& place);

}  // namespace lockstep::viz
