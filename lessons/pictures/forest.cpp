#include <cmath>

#include "lessons/pictures/scene.h"

namespace lockstep::pictures {
namespace {

struct Row {
  float ground;          // y of the ground where the trees stand, at its highest
  float tallest, width;  // of a tree; there is a tree in each `width` of x
  Color shade, lit;
  std::uint32_t seed;
};

constexpr Row kRows[] = {
    {0.588f, 0.030f, 0.0080f, {0.12f, 0.22f, 0.25f}, {0.42f, 0.40f, 0.26f}, 501},
    {0.600f, 0.046f, 0.0115f, {0.07f, 0.17f, 0.17f}, {0.38f, 0.38f, 0.18f}, 547},
    {0.612f, 0.066f, 0.0160f, {0.03f, 0.10f, 0.10f}, {0.30f, 0.32f, 0.12f}, 593},
};

// The far shore: high at both sides of the picture, open below the sun.
float Ground(const Row& row, float x) {
  const float open = std::exp(-(x - kSun.x) * (x - kSun.x) * 9);
  const float hills = Fractal({x * 2.7f, 0.3f}, 4, row.seed + 7);
  return row.ground + 0.012f - (1 - open) * 0.075f * hills - 0.006f * hills;
}

// The darkness of the conifer number `cell` at this point; 0 outside it. Branches are teeth along its edge.
float Conifer(const Row& row, std::int32_t cell, Point at) {
  const float foot_x = (static_cast<float>(cell) + 0.15f + 0.7f * Random(cell, 0, row.seed)) * row.width;
  const float open = std::exp(-(foot_x - kSun.x) * (foot_x - kSun.x) * 16);
  const float size = row.tallest * (0.45f + 0.55f * Random(cell, 1, row.seed)) * (1 - 0.45f * open);
  const float down = (at.y - (Ground(row, foot_x) - size)) / size;  // 0 at the tip, 1 at the foot
  if (down < 0 || down > 1.2f) return 0;
  const float tooth = std::fmod(down * (6 + 3 * Random(cell, 2, row.seed)), 1.0f);
  const float reach = row.width * (0.06f + 0.62f * down) * (0.62f + 0.38f * tooth);
  const float off = std::fabs(at.x - foot_x) / reach;
  return off < 1 ? 1 : 0;
}

Color Leaves(const Row& row, Point at) {
  const float grain = Noise({at.x * 420, at.y * 300}, row.seed + 3);
  const float clumps = Noise({at.x * 60, at.y * 70}, row.seed + 4);
  const float warm = std::exp(-std::fabs(at.x - kSun.x) * 3.2f);
  return Mix(row.shade, row.lit, Clamp01(0.15f + 0.5f * warm) * grain * (0.4f + 0.9f * clumps));
}

}  // namespace

Color PaintForest(Point at, Color behind) {
  if (at.y < 0.42f) return behind;
  for (const Row& row : kRows) {
    bool inside = at.y > Ground(row, at.x);
    const auto cell = static_cast<std::int32_t>(std::floor(at.x / row.width));
    for (std::int32_t near = cell - 1; near <= cell + 1 && !inside; ++near) inside = Conifer(row, near, at) > 0;
    if (inside) behind = Leaves(row, at);
  }
  // Evening mist over the shore.
  const float mist = 0.30f * Ramp(0.585f, 0.612f, at.y) * Fractal({at.x * 5, at.y * 30}, 3, 640);
  return Mix(behind, {1.0f, 0.80f, 0.62f}, mist);
}

}  // namespace lockstep::pictures
