#pragma once

#include "viz/panels/panel.h"

namespace lockstep::viz {

// Opens the field with this text, which is selected.
void OpenQuery(Desk& desk, std::string_view text);
// Goes to a place or asks a question, as if it were typed and Enter pressed. `text` need not make sense.
void Ask(const replay::Model& model, const Selection& selection, Desk& desk, std::string_view text);

// The field in its place in the bar, if it is open; false if not: then the headline stands there.
bool DrawQueryField(const replay::Model& model, Desk& desk, Area area);

// Keys of the field, and the list under it: words that complete what is typed, or what is wrong with it.
extern const Panel kQueryBar;

}  // namespace lockstep::viz
