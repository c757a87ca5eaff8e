#pragma once

// A panel: a part of the window with what it draws, the keys that it owns, and what it caches. app/panels.def lists all
// of them; the frame, the keyboard and the page of help are made from that list.

#include <span>
#include <string_view>

#include "viz/edit/edit_session.h"
#include "viz/model/lesson_view.h"
#include "viz/model/side_by_side.h"
#include "viz/panels/desk.h"

namespace lockstep::viz {

struct Panel;

// The state that a panel reads and moves.
struct View {
  replay::Model* model = nullptr;  // null if there is no recording
  Selection& selection;
  Desk& desk;
  LessonView* lesson = nullptr;          // null if there is none
  SideBySide* sides = nullptr;           // null unless two captures are compared
  EditSession* edit = nullptr;           // of the exercise's file; null if there is none that can be edited
  std::span<const Panel* const> panels;  // all of this window
};

// A few keys that belong together, such as forward and back. A key is named as on the keyboard (app/keys.h):
// "→", "C", "Shift Page Down".
struct KeyRow {
  std::vector<std::string_view> keys;
  const char* help;
  void (*press)(View& view, std::size_t which) = nullptr;  // `which` of the keys; null: what the mouse does
};

// The place of a panel in the window. Of several panels in one place, the first that is shown has it; rails stand side
// by side.
enum class PanelPlace : std::uint8_t {
  kRail,     // from top to bottom at the left, `width` of the window wide
  kTop,      // the bar
  kBottom,   // the timeline
  kMain,     // left, upper half
  kBelow,    // left, lower half: tabs
  kRight,    // right, upper half
  kCorner,   // right, lower half
  kWhole,    // the whole window, in place of all panels but those over it
  kOver,     // over everything else, without a window of its own
  kNowhere,  // it only has keys
};

// Of a panel that shares its place with others, of which the user chooses one: see tabs.h.
struct Tab {
  const char* word = nullptr;  // in the choice, and in the settings; null: it is no tab
  const char* title = "";      // the head of the panel
};

struct Panel {
  const char* name;
  PanelPlace place;
  const char* group;  // the head of its keys on the page of help
  Tab tab = {};
  void (*draw)(View& view, Area window) = nullptr;
  std::vector<KeyRow> keys = {};
  bool needs_model = true;                       // it is neither drawn nor asked without a recording
  float Desk::* width = nullptr;                 // of a rail: its share of the window
  float least_width = 0;                         // of a rail, in units, as far as the window has them
  bool (*is_shown)(const View& view) = nullptr;  // null: always
  // Takes a key before all others, as a field that is typed into does; true: the key is used up.
  bool (*takes)(View& view, std::string_view key) = nullptr;
  // Carries out what was asked for in the frame before, before the model moves to this frame's moment.
  void (*prepare)(View& view) = nullptr;
  // Discards what was cached for the program in view.
  void (*forget)(Desk& desk) = nullptr;
  // Frees graphics resources, while their context exists.
  void (*release)(Desk& desk) = nullptr;
};

// Adapts a panel that is a function of the model.
template <void (*kDraw)(const replay::Model&, Selection&, Desk&, Area)>
void DrawModel(View& view, Area area) {
  kDraw(*view.model, view.selection, view.desk, area);
}
template <void (*kDraw)(const replay::Model&, Selection&, Desk&)>
void DrawModel(View& view, Area) {
  kDraw(*view.model, view.selection, view.desk);
}

}  // namespace lockstep::viz
