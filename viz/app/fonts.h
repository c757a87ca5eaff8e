#pragma once

// The window's fonts, which are embedded in the program: Inter for text, JetBrains Mono for code, with DejaVu Sans for
// missing characters.

#include "viz/panels/desk.h"

namespace lockstep::viz {

// Adds the fonts to the current ImGui context at `scale` device pixels for each unit, so that they are sharp.
Fonts LoadFonts(float scale);
// Loads them again if the desk has another scale. Must be called between frames, with OpenGL's backend running.
void RefreshFonts(Desk& desk);

}  // namespace lockstep::viz
