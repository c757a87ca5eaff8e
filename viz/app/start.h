#pragma once

// Shared by window and screenshot: an ImGui context, and a frame at the place that the options name.

#include "viz/app/screen.h"
#include "viz/app/view.h"
#include "viz/model/kept_stops.h"

namespace lockstep::viz {

// Owns ImGui's context.
class ImGuiSession {
 public:
  ImGuiSession();
  ~ImGuiSession();
  ImGuiSession(const ImGuiSession&) = delete;
  ImGuiSession& operator=(const ImGuiSession&) = delete;
};

// Sets the breakpoints, watches and visited places of the window before. There must be a recording.
void Restore(Screen& screen, const KeptStops& kept);
// At the end of the window the place in view is one that was visited, too.
KeptStops StopsOf(const Screen& screen, bool is_end = false);

// Moves the selection to the place that the options name.
void Place(Screen& screen, const ViewOptions& options);

}  // namespace lockstep::viz
