#pragma once

// What the lesson panel shows. Whoever runs lessons fills it in; the window only draws it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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
  std::optional<std::uint32_t>
      launch;  // what the page speaks of, an index into Recording::launches: turning to it goes there
};

enum class ExerciseState { kNone, kBuilding, kBroken, kWrong, kSolved };

struct Exercise {
  ExerciseState state = ExerciseState::kNone;
  std::string file;             // the path that the learner edits
  std::string status;           // one sentence: "2 of 3 checks pass; element 1000 should be 0"
  std::string compiler_output;  // empty unless kBroken
};

struct LessonView {
  std::string title;
  std::vector<LessonPage> pages;
  std::vector<LessonImage> images;
  Exercise exercise;
};

}  // namespace lockstep::viz
