#pragma once

// All panels of the window, as panels.def lists them.

#include <span>
#include <string_view>

#include "viz/panels/panel.h"

namespace lockstep::viz {

// Those that show a recording, with or without a lesson; in the order in which they are drawn and keys are offered.
std::span<const Panel* const> PanelsOfRecording();
// Those that show two captures side by side.
std::span<const Panel* const> PanelsOfSides();

// True if some panel owns this key.
bool HasMeaning(std::string_view key);

}  // namespace lockstep::viz
