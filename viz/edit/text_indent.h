#pragma once

// How the lines of a text are indented, and how a new line should be.

#include <string>

#include "viz/edit/text_buffer.h"

namespace lockstep::viz {

// One level, as the text has it: a tab, or the blanks of its first indented line. Two blanks if nothing is indented.
std::string IndentUnit(const TextBuffer& buffer);

// The blanks to begin a new line with that follows the text before `place`.
std::string IndentAfter(const TextBuffer& buffer, TextPlace place, const std::string& unit);

// The place of the `{` that a `}` at `place` would close. Looks at 10000 lines, and past those in comments and texts.
struct OpenBrace {
  bool found = false;
  TextPlace place;
};
OpenBrace FindOpenBrace(const TextBuffer& buffer, TextPlace place);

// The line without a level of indentation at its beginning: the number of bytes to remove.
std::size_t LevelToRemove(std::string_view line, const std::string& unit);

}  // namespace lockstep::viz
