#pragma once

// The targets of the cursor's steps, and the selections of clicks.

#include "viz/edit/text_buffer.h"

namespace lockstep::viz {

enum class By {
  kLetter,
  kWord,
  kLine,
  kPage,
  kLineEnd,  // backward: to the first letter that is not blank, and from there to the beginning
  kText,
};
enum class Toward { kBackward, kForward };

// By a letter, a word, an end of the line or of the text.
TextPlace Step(const TextBuffer& buffer, TextPlace from, By by, Toward toward);

// The word, the blanks or the sign at a place.
TextRange WordAt(const TextBuffer& buffer, TextPlace place);
// The line with its end.
TextRange WholeLine(const TextBuffer& buffer, std::size_t line);

}  // namespace lockstep::viz
