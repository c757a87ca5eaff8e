#pragma once

#include "viz/edit/edit_keys.h"

namespace lockstep::viz {

// The clipboard of the desktop, through ImGui.
const Clipboard& SystemClipboard();

}  // namespace lockstep::viz
