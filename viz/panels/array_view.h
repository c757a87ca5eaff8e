#pragma once

// How the memory panel shows the chosen array; see arrays.cpp.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "shared/replay/arrays.h"
#include "viz/model/picture.h"
#include "viz/panels/plane.h"
#include "viz/panels/texture.h"

namespace lockstep::viz {

using Shape = std::vector<std::uint64_t>;  // slowest dimension first

// The correct value of a wrong cell, from the exercise's checks.
struct ExpectedCell {
  replay::Cell cell;
  std::string value;
};

// A request to show an array with elements of this type from the next frame on (shared/replay/view_as.h).
struct ViewAsRequest {
  trace::ObjectId object = trace::ObjectId::kNone;
  std::optional<std::size_t> element;
};

// A part of the chosen cell, by its path (shared/replay/fields.h); it is meant as long as that cell is the chosen one.
struct ChosenPart {
  replay::Cell cell;
  std::string path;
};

struct ArrayView {
  std::optional<bool> as_cells;  // default: images as pictures, all else as cells
  bool by_warp = false;          // instead: the memory request of the chosen thread's warp
  Plane plane;
  Picture picture;
  Texture texture;
  trace::ObjectId shown = trace::ObjectId::kNone;
  std::optional<replay::Cell> scrolled_to;
  std::optional<replay::Position> scrolled_outside;  // the moment of the last scroll to a missed element
  std::uint32_t launch = 0xffffffff;
  std::map<std::string, Shape> chosen_shapes;  // by the user, for flat arrays by name
  std::map<std::string, std::string> fields;   // by the user, for arrays of structs by name: the path of the shown part
  std::optional<ChosenPart> part;
  std::map<trace::ObjectId, std::vector<Shape>> source_shapes;  // of the launch's flat arrays that were shown
  std::optional<ViewAsRequest> view_as;
  std::optional<ExpectedCell> expected;  // the wrong cell of the exercise in view
  // While a result develops: of the blocks that were not recorded, those with a lower number are shown; none: all.
  std::optional<std::uint64_t> blocks_shown;
  bool has_strangers = false;  // in this frame: cells of blocks that were not recorded, as they are at the end
};

}  // namespace lockstep::viz
