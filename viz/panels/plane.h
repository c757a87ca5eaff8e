#pragma once

#include <imgui.h>

namespace lockstep::viz {

// A plane that can be zoomed and moved: a point (x, y) of the plane is at origin + zoom * (x, y) on the screen.
struct Plane {
  float zoom = 0;      // 0: not fitted yet
  ImVec2 origin;       // relative to the canvas
  ImVec2 canvas;       // the size that it was fitted to
  bool moved = false;  // by the user; otherwise it is fitted again when the canvas changes
};

}  // namespace lockstep::viz
