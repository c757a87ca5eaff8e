#include <cmath>

#include "lessons/pictures/scene.h"

namespace lockstep::pictures {
namespace {

float Edge(float x) { return 0.892f + 0.055f * std::sin(x * 2.3f + 2.2f) + 0.014f * Fractal({x * 6, 0.5f}, 3, 901); }

Color Ground(Point at, float inside) {
  const float patches = Fractal({at.x * 9, at.y * 16}, 4, 911);
  const float grain = Noise({at.x * 380, at.y * 170}, 915);
  const Color dark = Mix({0.04f, 0.14f, 0.06f}, {0.10f, 0.24f, 0.06f}, grain);
  const Color light = Mix({0.30f, 0.42f, 0.10f}, {0.56f, 0.52f, 0.16f}, grain);
  return Mix(dark, light, Clamp01(patches * 1.2f - 0.9f * inside));
}

// Blades of grass in layers, larger in nearer ones: one grows in each cell of x, leaning with the wind.
Color PaintBlades(Point at, Color behind) {
  for (int layer = 0; layer < 9; ++layer) {
    const float near = static_cast<float>(layer) / 8;
    const float width = Mix(0.0024f, 0.0060f, near);
    const auto cell = static_cast<std::int32_t>(std::floor(at.x / width));
    for (std::int32_t c = cell - 3; c <= cell + 3; ++c) {
      const float foot_x = (static_cast<float>(c) + Random(c, layer, 921)) * width;
      const float foot_y = Edge(foot_x) + 0.004f + near * 0.13f + 0.02f * Random(c, layer, 922);
      const float length = Mix(0.016f, 0.070f, near) * (0.35f + 0.65f * Random(c, layer, 923));
      const float up = (foot_y - at.y) / length;
      if (up < 0 || up > 1) continue;
      const float lean = (Random(c, layer, 924) - 0.35f) * 0.55f * length;
      const float off = std::fabs(at.x - foot_x - lean * up * up);
      if (off > width * 0.34f * (1 - up)) continue;
      const Color root = Mix({0.03f, 0.12f, 0.05f}, {0.08f, 0.22f, 0.06f}, Random(c, layer, 925));
      const Color tip =
          Mix({0.34f, 0.50f, 0.12f}, {0.82f, 0.72f, 0.26f}, Random(c, layer, 926) * Random(c, layer, 927));
      behind = Mix(root, tip, up);
    }
  }
  return behind;
}

constexpr Color kPetals[] = {{0.88f, 0.08f, 0.08f}, {0.96f, 0.78f, 0.08f}, {0.24f, 0.30f, 0.88f}, {0.95f, 0.93f, 0.96f},
                             {0.82f, 0.16f, 0.58f}, {0.92f, 0.12f, 0.06f}, {0.56f, 0.28f, 0.80f}};

// Five petals around a heart, seen a little from the side.
bool PaintFlower(Point from_heart, float radius, int kind, float turn, Color& color) {
  const float x = from_heart.x / radius, y = from_heart.y / (radius * 0.78f);
  const float distance = std::sqrt(x * x + y * y);
  if (distance > 1) return false;
  const float petal = 0.72f + 0.28f * std::cos(5 * std::atan2(y, x) + turn);
  if (distance > petal) return false;
  color = distance < 0.27f ? Color{0.30f, 0.20f, 0.05f} : kPetals[kind] * (0.62f + 0.48f * distance - 0.20f * y);
  if (kind == 3 && distance < 0.27f) color = {0.98f, 0.76f, 0.10f};
  return true;
}

Color PaintFlowers(Point at, Color behind) {
  for (int layer = 0; layer < 6; ++layer) {
    const float near = static_cast<float>(layer) / 5;
    const float width = Mix(0.014f, 0.050f, near);
    const auto cell = static_cast<std::int32_t>(std::floor(at.x / width));
    for (std::int32_t c = cell - 1; c <= cell + 1; ++c) {
      // Flowers grow in groups: some stretches have many, others none.
      if (Random(c, layer, 931) > 0.25f + 0.75f * Noise({static_cast<float>(c) * width * 5, near * 3}, 930)) continue;
      const float x = (static_cast<float>(c) + 0.15f + 0.7f * Random(c, layer, 932)) * width;
      const float y = Edge(x) + near * 0.105f - 0.010f + 0.030f * (Random(c, layer, 933) - 0.5f) * (0.4f + near);
      const float radius = Mix(0.0035f, 0.0145f, near) * (0.75f + 0.5f * Random(c, layer, 934));
      const float stem = at.y - y;
      const float stem_x = x + 0.25f * stem * (Random(c, layer, 937) - 0.5f);
      if (stem > 0 && stem < radius * 3.2f && std::fabs(at.x - stem_x) < radius * 0.09f) behind = {0.16f, 0.34f, 0.10f};
      const int kind = static_cast<int>(Random(c, layer, 935) * 7);
      PaintFlower({at.x - x, at.y - y}, radius, kind, 6.28f * Random(c, layer, 936), behind);
    }
  }
  return behind;
}

}  // namespace

Color PaintMeadow(Point at, Color behind) {
  const float edge = Edge(at.x);
  if (at.y < edge - 0.10f) return behind;
  if (at.y > edge) behind = Ground(at, (at.y - edge) * 6);
  const Color color = PaintFlowers(at, PaintBlades(at, behind));
  const float warm = std::exp(-std::fabs(at.x - kSun.x) * 2.5f);
  const bool painted = color.r != behind.r || color.g != behind.g || color.b != behind.b || at.y > edge;
  return painted ? color * Mix({0.92f, 0.92f, 1.0f}, {1.14f, 1.02f, 0.86f}, warm) : behind;
}

}  // namespace lockstep::pictures
