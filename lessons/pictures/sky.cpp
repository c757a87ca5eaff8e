#include <cmath>

#include "lessons/pictures/scene.h"

namespace lockstep::pictures {
namespace {

Color Gradient(float height) {
  struct Stop {
    float at;
    Color color;
  };
  constexpr Stop kStops[] = {{0.00f, {0.08f, 0.17f, 0.42f}}, {0.16f, {0.16f, 0.30f, 0.60f}},
                             {0.30f, {0.42f, 0.44f, 0.73f}}, {0.40f, {0.80f, 0.53f, 0.66f}},
                             {0.48f, {0.98f, 0.62f, 0.45f}}, {0.58f, {1.00f, 0.82f, 0.50f}}};
  for (int i = 1; i < 6; ++i) {
    if (height < kStops[i].at) {
      return Mix(kStops[i - 1].color, kStops[i].color, Ramp(kStops[i - 1].at, kStops[i].at, height));
    }
  }
  return kStops[5].color;
}

Color PaintClouds(Point at, Color behind, float glow) {
  // Clouds lie flat, and flatter towards the horizon.
  const Point stretched{at.x * 2.1f, at.y * Mix(5.5f, 13.0f, at.y)};
  const float wisps = Fractal({stretched.x + 0.7f * Noise({stretched.x, stretched.y * 1.7f}, 31), stretched.y}, 6, 11);
  const float cover = Ramp(0.50f, 0.74f, wisps) * Ramp(0.0f, 0.10f, at.y) * Ramp(0.62f, 0.46f, at.y);
  // Seen from below: thin parts let the sun through, thick parts are in their own shade.
  const Color lit = Mix({0.98f, 0.66f, 0.62f}, {1.0f, 0.86f, 0.58f}, glow);
  const Color shade = Mix({0.36f, 0.31f, 0.55f}, {0.80f, 0.42f, 0.42f}, Clamp01(glow + at.y));
  return Mix(behind, Mix(lit, shade, Ramp(0.58f, 0.80f, wisps)), 0.85f * cover);
}

// A few early stars, where the sky is dark and no cloud is.
float Stars(Point at) {
  const Point cell{at.x * 90, at.y * 90};
  const auto x = static_cast<std::int32_t>(std::floor(cell.x)), y = static_cast<std::int32_t>(std::floor(cell.y));
  if (Random(x, y, 71) < 0.93f) return 0;
  const float dx = cell.x - (static_cast<float>(x) + 0.2f + 0.6f * Random(x, y, 72));
  const float dy = cell.y - (static_cast<float>(y) + 0.2f + 0.6f * Random(x, y, 73));
  return Ramp(0.10f, 0.02f, std::sqrt(dx * dx + dy * dy)) * Random(x, y, 74) * Ramp(0.20f, 0.02f, at.y);
}

}  // namespace

Color Sky(Point at) {
  const float dx = at.x - kSun.x, dy = at.y - kSun.y;
  const float distance = std::sqrt(dx * dx + dy * dy);
  const float glow = std::exp(-distance * 4.2f);
  Color color = Gradient(at.y) + Color{0.9f, 0.9f, 1.0f} * Stars(at);
  color = color + Color{0.42f, 0.24f, 0.06f} * glow;
  color = PaintClouds(at, color, glow);
  color = color + Color{0.75f, 0.55f, 0.22f} * std::exp(-distance * 16.0f);
  return Mix(color, {1.0f, 0.97f, 0.84f}, Ramp(0.040f, 0.037f, distance));
}

}  // namespace lockstep::pictures
