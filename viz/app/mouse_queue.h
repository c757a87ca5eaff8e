#pragma once

// Presses and releases of the left mouse button, each for a frame of its own. ImGui looks at the button once a frame,
// so where frames are slow, two clicks between two of them would be one.

#include <imgui.h>

#include <deque>

namespace lockstep::viz {

class MouseQueue {
 public:
  void Note(bool is_down, ImVec2 at) { events_.push_back({is_down, at}); }
  bool empty() const { return events_.empty(); }
  // Makes the oldest one that of the frame that begins; without any, the mouse stays as it is.
  void Take(ImGuiIO& io);

 private:
  struct Event {
    bool is_down;
    ImVec2 at;
  };
  std::deque<Event> events_;
};

}  // namespace lockstep::viz
