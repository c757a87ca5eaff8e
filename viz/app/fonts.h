#pragma once

// The window's letters, which are part of the program: Inter for text, JetBrains Mono for code, with DejaVu Sans for
// what they lack.

#include "viz/panels/theme.h"

namespace lockstep::viz {

// Adds the fonts to the current ImGui context at `scale` device pixels a unit, so that they are crisp on its screen.
Fonts LoadFonts(float scale);

}  // namespace lockstep::viz
