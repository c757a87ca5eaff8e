#pragma once

// Searching a text. A match lies within one line. Without `match_case`, A to Z are equal to a to z.

#include <optional>
#include <string>

#include "viz/edit/text_editor.h"

namespace lockstep::viz {

struct TextQuery {
  std::string text;
  bool match_case = false;
};

// The next match that begins at or after `from`, or the previous one that ends at or before it; past the end of the
// text it goes on at the other end. None if there is no match at all.
std::optional<TextRange> Find(const TextBuffer& buffer, const TextQuery& query, TextPlace from, Toward toward);

// Those of a line that do not overlap, from its beginning.
std::vector<TextRange> MatchesInLine(const TextBuffer& buffer, const TextQuery& query, std::size_t line);

struct MatchCount {
  std::size_t matches = 0, current = 0;  // `current` counts from 1; 0 if `here` is none of them
};
MatchCount CountMatches(const TextBuffer& buffer, const TextQuery& query, TextRange here);

}  // namespace lockstep::viz
