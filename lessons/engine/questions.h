#pragma once

// What a page asks its reader: a quiz with a reason for each choice, or a prediction about the lesson's run that the
// run then answers. README.md in the parent folder has the format.

#include <cstddef>
#include <string>
#include <vector>

#include "shared/base/error.h"
#include "shared/replay/directions.h"

namespace lockstep::lessons {

struct Choice {
  std::string text;
  bool right = false;
  std::string reason;
};

struct Question {
  // What answers it: the choices, a number that is typed, a cell that is clicked.
  enum class Kind : std::uint8_t { kQuiz, kNumber, kReads, kWrites } kind = Kind::kQuiz;
  std::string text;
  std::vector<Choice> choices;      // of a quiz
  std::string asked;                // the expression whose value is predicted, or the array of the cell
  replay::Directions start, shown;  // of a prediction: where it is asked, and where its answer is seen
  std::string explanation;          // of a prediction
  std::size_t line = 0;             // of the text's file, from 1
};

// A link or a task of the text: [words](target).
struct TextLink {
  std::string target;
  std::size_t line = 0;  // of the text's file, from 1
};

// What the text of a page contains besides words.
struct PageMarks {
  replay::Directions opens_at;  // `<!-- go: ... -->`
  std::size_t line = 0;         // of that comment; 0: there is none
  std::vector<TextLink> links;
  std::vector<Question> questions;  // one for each block ```quiz or ```predict, in order
};

// Those of each page, as SplitPages() has them. The Error begins with the line: "12: the quiz has no right choice".
Expected<std::vector<PageMarks>> ReadMarks(const std::string& markdown);

inline constexpr std::string_view kGoLink = "go:", kTryLink = "try:";

}  // namespace lockstep::lessons
