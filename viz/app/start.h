#pragma once

// What window and screenshot have in common: an ImGui context, and a frame at the place that the options name.

#include "viz/app/screen.h"
#include "viz/app/view.h"

namespace lockstep::viz {

// ImGui's context, for as long as it lives.
class ImGuiSession {
 public:
  ImGuiSession();
  ~ImGuiSession();
  ImGuiSession(const ImGuiSession&) = delete;
  ImGuiSession& operator=(const ImGuiSession&) = delete;
};

// Moves the frame's selection to where the options say.
void Place(Screen& screen, const ViewOptions& options);

}  // namespace lockstep::viz
