#include "viz/model/slices.h"

#include <cmath>

namespace lockstep::viz {

std::vector<Slice> Slices(std::size_t pixels, double origin, double zoom, double block, double gap) {
  constexpr double kCells = 6;       // threads of so many pixels have lines between them
  constexpr double kVisible = 0.75;  // gaps of fewer pixels are left out
  // A pixel is sampled near its middle. Planes lie on whole and half pixels, and lines are whole pixels wide: exactly
  // in the middle, rounding would decide which side of a line it is on.
  constexpr double kSample = 0.5 + 1.0 / 1024;
  std::vector<Slice> slices(pixels);
  for (std::size_t i = 0; i < pixels; ++i) {
    const double at = (static_cast<double>(i) + kSample - origin) / zoom;
    if (at < 0) continue;
    const double whole = std::floor(at / (block + gap)), inside = at - whole * (block + gap);
    slices[i] = {static_cast<std::uint64_t>(whole), static_cast<std::uint64_t>(inside), inside >= block};
    if (zoom >= kCells)
      slices[i].gap = slices[i].gap || (inside - std::floor(inside)) * zoom >= zoom - 1;
    else if (gap * zoom < kVisible)
      slices[i].gap = false;
    if (inside >= block) slices[i].thread = static_cast<std::uint64_t>(block) - 1;
  }
  return slices;
}

}  // namespace lockstep::viz
