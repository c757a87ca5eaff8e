#pragma once

// Shared by window and screenshot: an ImGui context, and a frame at the place that the options name.

#include "viz/app/screen.h"
#include "viz/app/view.h"

namespace lockstep::viz {

// Owns ImGui's context.
class ImGuiSession {
 public:
  ImGuiSession();
  ~ImGuiSession();
  ImGuiSession(const ImGuiSession&) = delete;
  ImGuiSession& operator=(const ImGuiSession&) = delete;
};

// Moves the selection to the place that the options name.
void Place(Screen& screen, const ViewOptions& options);

}  // namespace lockstep::viz
