#include <cmath>
#include <numbers>

#include "lessons/pictures/scene.h"

namespace lockstep::pictures {
namespace {

// Hot-air balloons in saturated colours: a bright colour may be dark in grey.
struct Balloon {
  Point center;
  float radius;
  int gores;  // stripes around the whole envelope
  Color colors[3];
};

constexpr Balloon kBalloons[] = {
    {{0.300f, 0.235f}, 0.118f, 24, {{0.90f, 0.10f, 0.12f}, {1.00f, 0.80f, 0.10f}, {0.97f, 0.95f, 0.90f}}},
    {{0.640f, 0.155f}, 0.058f, 18, {{0.05f, 0.45f, 0.85f}, {0.10f, 0.75f, 0.80f}, {0.96f, 0.96f, 0.98f}}},
    {{1.265f, 0.285f}, 0.076f, 20, {{0.10f, 0.60f, 0.25f}, {0.98f, 0.55f, 0.08f}, {0.55f, 0.12f, 0.60f}}},
    {{0.805f, 0.330f}, 0.024f, 12, {{0.85f, 0.10f, 0.50f}, {0.98f, 0.90f, 0.30f}, {0.85f, 0.10f, 0.50f}}},
};

// Half the envelope's width at height `v` (-1 top, 0 widest, 1.45 mouth), in radii: a half circle that tapers towards
// the mouth.
float Profile(float v) {
  if (v < -1 || v > 1.45f) return -1;
  if (v < 0.25f) return std::sqrt(1 - v * v);
  const float t = (v - 0.25f) / 1.2f;
  return Mix(0.968f, 0.20f, t * (0.72f + 0.28f * t));
}

Color Envelope(const Balloon& balloon, float u, float v, float half) {
  const float across = u / half;  // -1 left edge, 1 right edge
  const float longitude = std::asin(across) / (2 * std::numbers::pi_v<float>)+0.25f;
  const float gore = longitude * static_cast<float>(balloon.gores);
  const int stripe = static_cast<int>(std::floor(gore)) % 3;
  Color color = balloon.colors[stripe];
  if (v > -0.08f && v < 0.16f) {  // a belt of shifted colours
    color = balloon.colors[(stripe + 1 + static_cast<int>(std::floor(gore * 2)) % 2) % 3];
  }
  const float seam = gore - std::floor(gore);
  const float bulge = 0.80f + 0.20f * std::sin(seam * std::numbers::pi_v<float>);  // each gore is a small cushion
  const float side = balloon.center.x < kSun.x ? across : -across;
  const float light = 0.52f + 0.30f * side + 0.30f * std::sqrt(Clamp01(1 - across * across)) + 0.10f * Clamp01(v);
  const Color warm = Mix({0.86f, 0.88f, 1.06f}, {1.16f, 1.02f, 0.84f}, Clamp01(0.5f + 0.5f * side));
  return color * warm * (light * bulge);
}

Color PaintBasket(float u, float v, Color behind) {
  const float rope = 0.20f - 0.09f * (v - 1.45f) / 0.32f;
  if (v > 1.45f && v < 1.80f && std::fabs(std::fabs(u) - rope) < 0.012f) return {0.25f, 0.18f, 0.14f};
  if (v < 1.76f || v > 1.98f || std::fabs(u) > 0.135f) return behind;
  const bool rim = v < 1.795f;
  const bool weave = (static_cast<int>(std::floor(u * 40 + 400)) + static_cast<int>(std::floor(v * 40))) % 2 == 0;
  return rim ? Color{0.45f, 0.26f, 0.14f} : weave ? Color{0.66f, 0.44f, 0.22f} : Color{0.52f, 0.33f, 0.16f};
}

}  // namespace

Color PaintBalloons(Point at, Color behind) {
  for (const Balloon& balloon : kBalloons) {
    const float u = (at.x - balloon.center.x) / balloon.radius, v = (at.y - balloon.center.y) / balloon.radius;
    if (std::fabs(u) > 1 || v < -1 || v > 2) continue;
    const float half = Profile(v);
    behind = half > 0 && std::fabs(u) < half ? Envelope(balloon, u, v, half) : PaintBasket(u, v, behind);
  }
  return behind;
}

}  // namespace lockstep::pictures
