#pragma once

// The bars above the text of the exercise's file: its name and state, what can be done, the question after a change
// of the file by others, and the field for what is looked for.

#include "viz/panels/panel.h"

namespace lockstep::viz {

// The head of the source panel. `as_recorded`: the text is that of the recording in view.
Area DrawEditorHead(View& view, EditSession& edit, bool as_recorded);
// The bars under it, as many as there are; the cursor is then below them.
void DrawEditorBars(View& view, EditSession& edit);

}  // namespace lockstep::viz
