#pragma once

// The areas that panels stand in, and the lines between them.

#include <functional>

#include "viz/panels/area.h"
#include "viz/panels/desk.h"

namespace lockstep::viz {

// A panel is an ImGui window of its own in a fixed place.
void PanelIn(const char* name, Area area, const std::function<void()>& draw);

// The line between two panels, which can be dragged: it changes `share` of `extent`.
void Splitter(Desk& desk, const char* name, Area line, bool vertical, float& share, float extent);

}  // namespace lockstep::viz
