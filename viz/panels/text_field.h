#pragma once

#include "viz/edit/text_editor.h"
#include "viz/panels/desk.h"

namespace lockstep::viz {

// A field of one line that is typed into, with its cursor and its selection. Returns the place of its first letter; it
// is left of the field where the text is longer than that.
ImVec2 DrawTextField(Desk& desk, const TextEditor& field, Area area);

// Types into a field of one line. Keys that are none for a text change nothing.
void TypeInField(TextEditor& field, std::string_view key);

}  // namespace lockstep::viz
