#pragma once

// The places of a course's parts and lessons on its map: parts side by side, as many as have room, the others below
// them; the lessons of a part below its head, and its puzzles below these in rows. A function of how many each part
// has.

#include <cstddef>
#include <vector>

namespace lockstep::viz {

// All in pixels.
struct MapMeasures {
  float part_head = 72, part_gap = 22;  // of a part; between rows of parts
  float least_column = 236, most_column = 400;
  float least_pitch = 44, most_pitch = 60;                  // from one lesson to the next
  float puzzles_gap = 8;                                    // between the last lesson and the puzzles
  float puzzle_width = 30, puzzle_height = 46, indent = 5;  // of a puzzle's place; left of the first one
};

struct MapLayout {
  std::size_t columns = 1;
  float width = 0, pitch = 0;  // of a column; from one lesson to the next
  float height = 0;            // of all
  struct Corner {
    float x = 0, y = 0;
  };
  std::vector<Corner> parts;  // upper left corners, from that of the map
  std::vector<std::vector<Corner>> lessons, puzzles;
};

struct PartSize {
  std::size_t lessons = 0, puzzles = 0;
};

// `width` and `height`: the room. The map is never wider; where it is higher, it scrolls.
MapLayout LayOutMap(const std::vector<PartSize>& parts, float width, float height, const MapMeasures& measures = {});

}  // namespace lockstep::viz
