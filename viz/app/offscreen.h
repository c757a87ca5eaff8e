#pragma once

// An OpenGL context with no window and no display: what screenshots are drawn in. Mesa's software renderer will do.

#include <cstdint>
#include <memory>
#include <vector>

#include "shared/base/error.h"

namespace lockstep::viz {

class Offscreen {
 public:
  // Makes the context current, with a picture of that many pixels to draw into.
  static Expected<std::unique_ptr<Offscreen>> Create(std::uint32_t width, std::uint32_t height);
  virtual ~Offscreen() = default;

  // What was drawn: RGBA bytes, rows from the top.
  virtual std::vector<std::uint8_t> Read() const = 0;
};

}  // namespace lockstep::viz
