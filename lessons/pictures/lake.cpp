#include <cmath>

#include "lessons/pictures/scene.h"

namespace lockstep::pictures {

// Waves look smaller and flatter with distance: the coordinates (x * near, log near) give the right size everywhere.
Color PaintLake(Point at, Color behind) {
  if (at.y < kHorizon) return behind;
  const float depth = at.y - kHorizon;
  const float far = 1 / (depth + 0.012f);
  const Point on_water{(at.x - 0.75f) * far * 0.9f, far * 6.0f};
  const float long_waves = Fractal({on_water.x * 0.8f, on_water.y * 0.5f}, 3, 801) - 0.5f;
  const float ripples = Fractal({on_water.x * 3.1f, on_water.y * 1.6f}, 3, 821) - 0.5f;
  const float slope = 0.6f * long_waves + 0.4f * ripples;

  const float shake = 0.012f + 0.34f * depth;
  const Point mirrored{at.x + slope * shake * 0.22f, kHorizon - depth * 1.28f - std::fabs(slope) * shake * 0.55f};
  const Color reflection = Land({mirrored.x, mirrored.y < 0.002f ? 0.002f : mirrored.y});
  const float mirrored_sun = Ramp(0.046f, 0.030f, std::hypot(mirrored.x - kSun.x, mirrored.y - kSun.y));
  // Steeper views see less of the sky and more of the water.
  const float fresnel = Clamp01(0.8f * mirrored_sun + 0.90f - 1.35f * depth + 0.55f * slope);
  Color color = Mix({0.03f, 0.17f, 0.27f}, reflection * Color{0.90f, 0.93f, 0.98f}, fresnel);

  const float sun_path = std::exp(-(at.x - kSun.x) * (at.x - kSun.x) / (0.0012f + 0.035f * depth));
  const float glitter = Ramp(0.10f, 0.26f, slope + 0.10f * sun_path) * sun_path;
  color = color + Color{0.95f, 0.72f, 0.38f} * (0.95f * glitter);
  const float shore = Ramp(0.006f, 0.0f, depth);
  return Mix(color, {0.10f, 0.12f, 0.12f}, 0.6f * shore);
}

}  // namespace lockstep::pictures
