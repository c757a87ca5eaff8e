#pragma once

// The state of the scene, in which the memory panel shows several arrays at once: which arrays, where they stand, whose
// footprint is drawn; and what was computed for it.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "shared/replay/footprint.h"
#include "viz/model/picture.h"
#include "viz/panels/plane.h"
#include "viz/panels/texture.h"

namespace lockstep::viz {

// The cells that these threads have touched up to now are coloured; a wider one shows the narrower ones too.
enum class FootprintOf : std::uint8_t { kNone, kThread, kWarp, kBlock };

// The footprints of some threads in the scene's arrays, by array.
struct KeptFootprint {
  std::uint64_t key = 0;
  std::vector<std::vector<replay::TouchedCell>> by_array;
};

// The small picture of an array whose cells are too small for letters: a pixel a cell, or a pixel for some.
struct SheetPaint {
  std::uint64_t key = 0;
  std::vector<std::uint32_t> pixels;
  Texture texture;
  Picture picture;
  Texture picture_texture;
};

struct SceneView {
  bool shown = false;
  replay::Arrangement placed;  // by the lesson; empty: arranged so that they fill the panel
  std::optional<std::set<std::string>>
      chosen;  // by the user; none: those that are placed, else all that the launch uses
  FootprintOf footprint = FootprintOf::kBlock;
  Plane plane;

  // Kept from frame to frame.
  std::map<FootprintOf, KeptFootprint> footprints;
  std::map<std::size_t, SheetPaint> paints;                                 // by place in the list of sheets
  std::map<std::pair<std::uint32_t, trace::ObjectId>, float> value_widths;  // by launch
  std::uint64_t origins_key = 0;
  std::vector<std::vector<replay::LoadedFrom>> origins;  // by array
  std::uint64_t fitted_key = 0;                          // the layout that the plane was fitted to
  std::optional<replay::Cell> scrolled_to;
};

}  // namespace lockstep::viz
