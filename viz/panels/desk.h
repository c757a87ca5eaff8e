#pragma once

// The state that panels share besides the model and the selection: the look, the places of things on the screen in this
// frame, and the shares of the window. It affects only how facts are shown. What a panel keeps for itself is a state of
// its own (states.h).

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "shared/replay/model.h"
#include "viz/model/selection.h"
#include "viz/panels/area.h"
#include "viz/panels/focus_view.h"
#include "viz/panels/request.h"
#include "viz/panels/states.h"
#include "viz/panels/theme.h"

namespace lockstep::viz {

// The places of the chosen thread and of the elements that its line touches in this frame, which arrows connect.
struct Anchors {
  struct Element {
    Area area;
    bool writes = false, done = false;
    bool outside = false;  // no element, but its place
  };
  std::optional<Area> thread;
  std::vector<Element> elements;
  std::vector<Area> covers;  // controls and words, which arrows pass behind
};

// Device pixels for each unit, where the screen has so many at the usual text size.
inline float ScaleOf(float screen_scale, int text_size, bool is_presented) {
  constexpr float kPresented = 1.3f;
  const float text = static_cast<float>(text_size) / 100 * (is_presented ? kPresented : 1);
  return std::round(screen_scale * text * 1000) / 1000;
}

struct Desk : States {
  static constexpr const char* kFirstTab = "variables";

  Theme theme = MakeTheme(ThemeKind::kLight);
  Fonts fonts;
  float screen_scale = 1;  // device pixels for each unit at the usual text size
  int text_size = 100;     // percent
  float scale = 1;         // device pixels for each unit
  bool animate = true;     // off for screenshots: no blinking, no smooth scrolling
  bool show_help = false;
  bool show_map = false;          // of the course, in place of all panels
  bool is_presented = false;      // a talk; see present.cpp
  std::string below = kFirstTab;  // under the source: the tab in view (tabs.h)

  FocusView focus;
  Anchors anchors;
  std::vector<Request> requests;
  std::map<std::string, Area> controls;  // areas of menus and choices in this frame, by name

  // Shares of the window, which the splitters change.
  float lesson_width = 0.25f, findings_width = 0.24f, answer_width = 0.27f, right_width = 0.40f, source_height = 0.62f,
        grid_height = 0.44f;
  // The scene needs more room than one array.
  float grid_height_beside_scene = 0.32f, right_width_beside_scene = 0.46f;

  template <class Kind>
  bool Asks() const {
    return std::ranges::any_of(requests, [](const Request& request) { return std::holds_alternative<Kind>(request); });
  }
  float Units(float n) const { return n * scale; }
  // To be called once the screen, the text's size or the presenting has changed.
  void FindScale() { scale = ScaleOf(screen_scale, text_size, is_presented); }
  const Palette& color() const { return theme.color; }
};

}  // namespace lockstep::viz
