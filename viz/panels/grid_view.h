#pragma once

// How the grid of threads is shown; see grid.cpp.

#include <cstdint>
#include <string>
#include <vector>

#include "shared/trace/recording.h"
#include "viz/panels/plane.h"
#include "viz/panels/texture.h"

namespace lockstep::viz {

enum class ColourBy { kLine, kState, kValue };

struct GridView {
  ColourBy by = ColourBy::kLine;
  std::string variable;
  Plane plane;
  Texture texture;
  std::vector<std::uint32_t> pixels;
  std::uint64_t drawn_for = 0;                // a hash of what the texture shows; see grid.cpp
  trace::Dim3 grid{0, 0, 0}, block{0, 0, 0};  // the shape that the plane was fitted to
};

}  // namespace lockstep::viz
