#pragma once

// The words that complete what is typed into a field, in a list at it.

#include <string_view>

#include "viz/edit/text_editor.h"
#include "viz/panels/desk.h"
#include "viz/panels/query_view.h"

namespace lockstep::viz {

// Of an expression alone: names, fields and functions where one may stand.
query::Completion CompleteExpression(const trace::Recording& recording, std::string_view text, std::size_t cursor);

// Puts the word into the field, in place of what it completes.
void TakeWord(TextEditor& field, WordList& list, std::size_t word);
// Tab: each press takes the next word of the same list.
void TakeNextWord(TextEditor& field, WordList& list, bool forward);

// The list under the field, or above it where there is no room; a click takes a word. `hint` stands under the words.
void DrawWordList(Desk& desk, TextEditor& field, WordList& list, Area at, std::string_view hint);

// The empty list, as a window of its own.
Area BeginList(const Desk& desk, const char* name, Area at, float height);

}  // namespace lockstep::viz
