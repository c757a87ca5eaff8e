#pragma once

#include "viz/panels/panel.h"

namespace lockstep::viz {

// When an exercise becomes solved, its result appears within a second in the order in which the threads wrote it, and
// then rests at the end of its launch. A key or a click goes there at once, and so does a desk without animation.
extern const Panel kDevelopment;

}  // namespace lockstep::viz
