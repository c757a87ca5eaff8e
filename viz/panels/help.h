#pragma once

#include "viz/panels/panel.h"

namespace lockstep::viz {

// The page of help over a dimmed window: the keys of all panels and the meaning of colours. It also owns the keys of
// the window itself.
extern const Panel kHelp;

}  // namespace lockstep::viz
