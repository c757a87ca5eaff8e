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

// Sets the breakpoints and watches of the window before. There must be a recording.
void Restore(Screen& screen, const KeptStops& kept);
KeptStops StopsOf(const Screen& screen);

// Moves the selection to the place that the options name.
void Place(Screen& screen, const ViewOptions& options);

}  // namespace lockstep::viz
