#include "lessons/pictures/paint.h"

#include <cmath>

namespace lockstep::pictures {

float Ramp(float from, float to, float v) {
  const float t = Clamp01((v - from) / (to - from));
  return t * t * (3 - 2 * t);
}

float Random(std::int32_t x, std::int32_t y, std::uint32_t seed) {
  std::uint32_t bits = static_cast<std::uint32_t>(x) * 0x8da6b343u ^ static_cast<std::uint32_t>(y) * 0xd8163841u;
  bits ^= seed * 0xcb1ab31fu;
  bits = (bits ^ (bits >> 16)) * 0x7feb352du;
  bits = (bits ^ (bits >> 15)) * 0x846ca68bu;
  bits ^= bits >> 16;
  return static_cast<float>(bits >> 8) / 16777216.0f;
}

float Noise(Point at, std::uint32_t seed) {
  const float fx = std::floor(at.x), fy = std::floor(at.y);
  const auto x = static_cast<std::int32_t>(fx), y = static_cast<std::int32_t>(fy);
  const float u = Ramp(0, 1, at.x - fx), v = Ramp(0, 1, at.y - fy);
  return Mix(Mix(Random(x, y, seed), Random(x + 1, y, seed), u),
             Mix(Random(x, y + 1, seed), Random(x + 1, y + 1, seed), u), v);
}

float Fractal(Point at, int octaves, std::uint32_t seed) {
  float sum = 0, strength = 0.5f, total = 0;
  for (int octave = 0; octave < octaves; ++octave) {
    sum += strength * Noise(at, seed + static_cast<std::uint32_t>(octave));
    total += strength;
    strength *= 0.5f;
    // Rotated slightly each time, so that the grid of the noise does not show.
    at = {at.x * 1.6f + at.y * 1.2f, at.y * 1.6f - at.x * 1.2f};
  }
  return sum / total;
}

}  // namespace lockstep::pictures
