#pragma once

// Completion of a query that is being typed: the words of the language, the fields, and the names of the program.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/trace/recording.h"

namespace lockstep::query {

struct Suggestion {
  std::string word;
  std::string meaning;  // "array", "variable of blur", "field: the lane of the thread"
};

struct Completion {
  std::size_t begin = 0;  // in the text: a suggestion replaces what is between here and the cursor
  std::vector<Suggestion> words;
};

enum class CompletesFor : std::uint8_t { kQuestion, kBreakpoint };

// The words that may stand at the cursor, a place in the text: those that begin as the word before it does, upper or
// lower case, names of the program first; at most `most`. Nothing for a word that is already whole, unless it begins a
// longer one.
Completion Complete(const trace::Recording& recording, std::string_view text, std::size_t cursor,
                    CompletesFor purpose = CompletesFor::kQuestion, std::size_t most = 12);

}  // namespace lockstep::query
