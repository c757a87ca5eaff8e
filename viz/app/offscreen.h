#pragma once

// An OpenGL context without window and display, in which screenshots are drawn. Mesa's software renderer suffices.

#include <cstdint>
#include <memory>
#include <vector>

#include "shared/base/error.h"

namespace lockstep::viz {

class Offscreen {
 public:
  // Makes the context current, with a framebuffer of this size to draw into.
  static Expected<std::unique_ptr<Offscreen>> Create(std::uint32_t width, std::uint32_t height);
  virtual ~Offscreen() = default;

  // The drawn picture: RGBA bytes, rows from the top.
  virtual std::vector<std::uint8_t> Read() const = 0;
};

}  // namespace lockstep::viz
