#pragma once

#include "viz/panels/panel.h"

namespace lockstep::viz {

// The source text with the threads of the chosen block on each line, breakpoints, and after each line the numbers of
// the chosen thread. A click on a line chooses it; a click in the margin sets or removes a breakpoint.
// The exercise's file can be edited (editor.h): then its text is the draft's, and threads and numbers are shown while
// it is the recording's text.
void DrawSource(View& view, Area window);

extern const Panel kSource;

}  // namespace lockstep::viz
