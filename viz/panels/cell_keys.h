#pragma once

#include "viz/panels/panel.h"

namespace lockstep::viz {

// Keys that ask about the chosen cell.
extern const Panel kCellKeys;

}  // namespace lockstep::viz
