#pragma once

// Where the parts and lessons of a course stand on its map: parts side by side, as many as have room, the others below
// them; the lessons of a part below its head. A function of how many lessons each part has.

#include <cstddef>
#include <vector>

namespace lockstep::viz {

// All in pixels.
struct MapMeasures {
  float part_head = 72, part_gap = 22;  // of a part; between rows of parts
  float least_column = 236, most_column = 400;
  float least_pitch = 44, most_pitch = 60;  // from one lesson to the next
};

struct MapLayout {
  std::size_t columns = 1;
  float width = 0, pitch = 0;  // of a column; from one lesson to the next
  float height = 0;            // of all
  struct Place {
    float x = 0, y = 0;
  };
  std::vector<Place> parts;  // upper left corners, from that of the map
  std::vector<std::vector<Place>> lessons;
};

// `width` and `height`: the room. The map is never wider; where it is higher, it scrolls.
MapLayout LayOutMap(const std::vector<std::size_t>& lessons_of_parts, float width, float height,
                    const MapMeasures& measures = {});

}  // namespace lockstep::viz
