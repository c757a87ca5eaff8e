#pragma once

// What the panels share besides the model and the selection: how things look, where things are on the screen this
// frame, and what the user has opened, zoomed or scrolled. None of it changes what is true, only how it is shown.

#include <imgui.h>

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "shared/replay/arrays.h"
#include "shared/replay/stepping.h"
#include "shared/replay/thread_values.h"
#include "viz/model/lesson_view.h"
#include "viz/model/picture.h"
#include "viz/model/side_by_side.h"
#include "viz/panels/texture.h"
#include "viz/panels/theme.h"

namespace lockstep::viz {

struct Area {
  ImVec2 min, max;
  float width() const { return max.x - min.x; }
  float height() const { return max.y - min.y; }
  ImVec2 center() const { return {(min.x + max.x) / 2, (min.y + max.y) / 2}; }
  bool Contains(ImVec2 p) const { return p.x >= min.x && p.x < max.x && p.y >= min.y && p.y < max.y; }
};

enum class ColourBy { kLine, kState, kValue };

// A plane that can be zoomed and moved: a point (x, y) of the plane is at origin + zoom * (x, y) on the screen.
struct Plane {
  float zoom = 0;      // 0: not fitted yet
  ImVec2 origin;       // relative to the canvas
  ImVec2 canvas;       // the size that it was fitted to
  bool moved = false;  // by the user; otherwise it is fitted again when the canvas changes
};

struct GridView {
  ColourBy by = ColourBy::kLine;
  std::string variable;
  Plane plane;
  Texture texture;
  std::vector<std::uint32_t> pixels;
  std::uint64_t drawn_for = 0;         // what the texture shows; see grid.cpp
  Dim3 grid{0, 0, 0}, block{0, 0, 0};  // that the plane was fitted to
};

using Shape = std::vector<std::uint64_t>;  // slowest dimension first

// A cell that should hold something else, as an exercise's checks say.
struct ExpectedCell {
  Cell cell;
  std::string value;
};

// Asks that the next frame shows an array as one of elements of this type (shared/replay/view_as.h).
struct ViewAsRequest {
  ObjectId object = ObjectId::kNone;
  std::optional<std::size_t> element;
};

struct ArrayView {
  std::optional<bool> as_cells;  // unless the user has chosen: images as pictures, all else as cells
  bool by_warp = false;          // instead: what the chosen thread's warp asks of it
  Plane plane;
  Picture picture;
  Texture texture;
  ObjectId shown = ObjectId::kNone;
  std::optional<Cell> scrolled_to;
  std::optional<Position> scrolled_outside;  // at which moment, to what an access has missed
  std::uint32_t launch = 0xffffffff;
  std::map<std::string, Shape> chosen_shapes;            // by the user, of flat arrays by their names
  std::map<ObjectId, std::vector<Shape>> source_shapes;  // of the launch's flat arrays, once they were shown
  std::optional<ViewAsRequest> view_as;
  std::optional<ExpectedCell> expected;  // where the exercise in view is wrong
};

struct SourceView {
  Line scrolled_to;
  std::map<std::uint32_t, Area> results;  // of the notes, by their lines: where they were drawn this frame
};

struct TimelineView {
  Stride stride = Stride::kThread;
  double played_until = 0;  // ImGui's clock
};

struct FindingsView {
  std::vector<Area> cards, sides;  // where they were drawn this frame; the sides are the chosen finding's
  std::optional<std::uint32_t> scrolled_to;
};

struct SidesView {
  SideChoice choice;
  std::optional<bool> as_cells;  // unless the user has chosen: images as pictures, all else as cells
  Plane plane;
  std::array<Texture, 3> textures;
  std::set<std::uint64_t> flat;             // arrays without a shape of their own, by their numbers
  std::optional<std::uint32_t> drawn_pair;  // that the textures show
  ThemeKind drawn_theme{};
  std::optional<std::pair<std::uint32_t, std::uint64_t>> scrolled_to;
  std::vector<Area> cards;  // where they were drawn this frame
};

// Of a lesson, whose program or whose exercise's is in view.
enum class Shown : std::uint8_t { kLesson, kExercise };

struct LessonPanel {
  std::size_t page = 0;
  Shown shown = Shown::kLesson;
  bool to_place = false;  // asked for: the next frame goes to what the exercise's sentence speaks of
  // Where they were drawn this frame: the exercise's sentence, the arrows that turn the page, the choice of program.
  std::optional<Area> status, previous, next, programs;
};

// Colours of all threads at the moment, made once a frame for whoever draws threads.
struct ThreadColors {
  std::vector<ImU32> by_slot;
  ThreadValues values;         // where coloured by a value
  std::vector<ImU32> by_site;  // of a thread that stands there
  std::uint64_t made_for = 0;  // the launch and the colouring; see grid.cpp
  Position position = 0;
};

// The chosen thread and the elements that its line touches, where they were drawn this frame: what arrows join.
struct Anchors {
  struct Element {
    Area area;
    bool writes = false, done = false;
    bool outside = false;  // no element: where one would be
  };
  std::optional<Area> thread;
  std::vector<Element> elements;
};

struct Desk {
  Theme theme = MakeTheme(ThemeKind::kLight);
  Fonts fonts;
  float scale = 1;      // device pixels a unit
  bool animate = true;  // off for screenshots: no blinking, no smooth scrolling
  bool show_help = false;
  bool show_findings = true;  // where there are any
  bool show_lanes = false;    // in the place of the variables

  Anchors anchors;
  std::map<std::string, Area> controls;  // menus and choices: where they were drawn this frame, by their names
  ThreadColors thread_colors;
  std::map<Line, std::size_t> line_colors;  // of the launch's lines: which of the theme's
  std::uint32_t line_colors_for = 0xffffffff;

  GridView grid;
  ArrayView array;
  SourceView source;
  TimelineView timeline;
  FindingsView findings;
  SidesView sides;
  LessonPanel lesson;
  std::map<std::string, Texture> lesson_images;

  // Shares of the window; the splitters move them.
  float lesson_width = 0.25f, findings_width = 0.24f, right_width = 0.40f, source_height = 0.62f, grid_height = 0.44f;

  float Units(float n) const { return n * scale; }
  const Palette& color() const { return theme.color; }
};

}  // namespace lockstep::viz
