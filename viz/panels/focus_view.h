#pragma once

// The things that the keyboard can reach in this frame, and the one that it has reached; see focus.h.

#include <imgui.h>

#include <map>
#include <optional>
#include <vector>

#include "viz/panels/area.h"

namespace lockstep::viz {

// Presses of arrow keys: to the right and down are positive.
struct Arrows {
  int x = 0, y = 0;
  explicit operator bool() const { return x != 0 || y != 0; }
};

struct FocusView {
  struct Target {
    ImGuiID id = 0, group = 0;
    Area area, clip;            // where it is; the part of the screen in which it can be seen
    bool takes_arrows = false;  // they do not leave it
    bool is_chosen = false;     // of its group, it comes first
    bool is_edge = false;       // between panels: after all others
    bool in_menu = false;
  };
  std::vector<Target> targets;  // in this frame
  bool is_shown = false;        // until the next click
  ImGuiID at = 0;
  std::map<ImGuiID, ImGuiID> last;  // by group: the target that had the focus
  ImGuiID opener = 0;               // of the open menu; the focus returns to it
  // Of the keys since the last frame.
  ImGuiID pressed = 0;
  Arrows arrows;
  bool has_moved = false;         // it is brought into view
  std::optional<Arrows> further;  // once its list has scrolled
};

}  // namespace lockstep::viz
