#pragma once

// Two captures of one program side by side: the list of arrays, and both sides and the difference of the chosen one.

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "viz/model/side_by_side.h"
#include "viz/panels/panel.h"
#include "viz/panels/plane.h"
#include "viz/panels/texture.h"

namespace lockstep::viz {

struct SidesView {
  SideChoice choice;
  std::optional<bool> as_cells;  // default: images as pictures, all else as cells
  Plane plane;
  std::array<Texture, 3> textures;
  std::set<std::uint64_t> flat;             // numbers of arrays without a shape of their own
  std::optional<std::uint32_t> drawn_pair;  // the pair that the textures show
  ThemeKind drawn_theme{};
  std::uint64_t drawn_tolerance = 0;
  std::optional<std::pair<std::uint32_t, Histogram>> histogram;  // of the chosen pair
  Area bins;                                                     // in this frame: those of the histogram
  std::optional<std::pair<std::uint32_t, std::uint64_t>> scrolled_to;
  std::vector<Area> cards;  // areas in this frame
};

// The top of the window: what was compared, and the result.
void DrawSidesBar(const SideBySide& sides, Desk& desk);

// The list of arrays with their results; a click chooses one.
void DrawPairs(const SideBySide& sides, Desk& desk);

// The chosen array three times, as pictures or as cells, which scroll, zoom and point together. The user may choose
// another shape for a flat array.
void DrawPanes(SideBySide& sides, Desk& desk);

extern const Panel kSidesBar, kSidesPairs, kSidesPanes;

}  // namespace lockstep::viz
