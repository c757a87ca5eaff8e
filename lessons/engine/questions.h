#pragma once

// The questions of a page: a quiz with a reason for each choice, a prediction about the lesson's run that the run then
// answers, or lines of a kernel to be put in order. README.md in the parent folder has the format.

#include <cstddef>
#include <string>
#include <vector>

#include "shared/base/error.h"
#include "shared/replay/directions.h"
#include "shared/replay/question.h"

namespace lockstep::lessons {

// A link or a task of the text: [words](target).
struct TextLink {
  std::string target;
  std::size_t line = 0;  // of the text's file, from 1
};

// The parts of a page's text besides words.
struct PageMarks {
  replay::Directions opens_at;  // `<!-- go: ... -->`
  std::size_t line = 0;         // of that comment; 0: there is none
  std::vector<TextLink> links;
  std::vector<replay::Question> questions;  // one for each block that asks, in order
};

// Those of each page, as SplitPages() has them. The Error begins with the line: "12: the quiz has no right choice".
Expected<std::vector<PageMarks>> ReadMarks(const std::string& markdown);

inline constexpr std::string_view kGoLink = "go:", kTryLink = "try:";

}  // namespace lockstep::lessons
