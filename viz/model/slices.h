#pragma once

// The columns, or the rows, of the pixels of a grid's map.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep::viz {

// The content of one pixel column (or row) of the map: a block's column and a thread's, or a gap.
struct Slice {
  std::uint64_t block = 0, thread = 0;
  bool gap = true;
};

// Of `pixels` columns, if the plane's 0 lies at pixel `origin`, threads are `zoom` pixels wide, and blocks are `block`
// threads wide with gaps of `gap` threads. Threads that are wide enough to be seen as cells have a line of one pixel
// between them.
std::vector<Slice> Slices(std::size_t pixels, double origin, double zoom, double block, double gap);

}  // namespace lockstep::viz
