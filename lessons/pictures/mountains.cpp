#include <cmath>

#include "lessons/pictures/scene.h"

namespace lockstep::pictures {
namespace {

struct Range {
  float foot, height;  // y of its lowest crest, and the height of its peaks above that
  float scale;         // peaks for each unit of x
  float haze;          // 0 near, 1 lost in the evening light
  Color rock, sunlit;
  float snow_line;  // share of the height above which snow lies; above 1: none
  std::uint32_t seed;
};

constexpr Range kRanges[] = {
    {0.555f, 0.330f, 2.3f, 0.62f, {0.38f, 0.36f, 0.60f}, {0.98f, 0.66f, 0.55f}, 0.40f, 101},
    {0.585f, 0.215f, 3.1f, 0.40f, {0.27f, 0.28f, 0.50f}, {0.86f, 0.52f, 0.44f}, 0.74f, 207},
    {0.605f, 0.110f, 4.3f, 0.24f, {0.16f, 0.27f, 0.36f}, {0.55f, 0.45f, 0.34f}, 9.0f, 313},
};

// Sharp peaks: noise folded at its middle. There is always a valley below the sun.
float Crest(const Range& range, float x) {
  float sum = 0, strength = 0.55f, frequency = range.scale;
  for (std::uint32_t octave = 0; octave < 7; ++octave) {
    const float folded = 1 - std::fabs(2 * Noise({x * frequency, 0.5f}, range.seed + octave) - 1);
    sum += strength * folded * (octave == 0 ? 1.0f : 0.35f + 0.65f * sum);
    strength *= 0.47f;
    frequency *= 2.03f;
  }
  const float valley = 1 - 0.62f * std::exp(-(x - kSun.x) * (x - kSun.x) * 22);
  return range.foot - range.height * sum * valley;
}

Color Slope(const Range& range, Point at, float crest) {
  const float below = at.y - crest;
  // Folded noise forms ridges and gullies that run down from the crest. Slopes that face away from the sun are in
  // shade.
  const float frequency = range.scale * 5.5f;
  const auto relief = [&](float x, float y) {
    const Point on_slope{x * frequency + 0.45f * Noise({x * frequency * 1.7f, y * frequency * 1.7f}, range.seed + 60),
                         y * frequency * 0.62f};
    return 1 - std::fabs(2 * Fractal(on_slope, 6, range.seed + 40) - 1);
  };
  const float side = std::tanh((kSun.x - at.x) * 6);
  const float here = relief(at.x, below);
  const float rise = here - relief(at.x + 0.0035f, below + 0.0015f);
  const float light =
      Clamp01(0.40f + 0.10f * here + rise * (0.35f + 0.65f * std::fabs(side)) * (side < 0 ? -3.2f : 3.2f));
  Color color = Mix(range.rock, range.sunlit, light * light * (1 - 0.45f * range.haze));
  const float altitude = (range.foot - at.y) / range.height;
  const float snow = Ramp(range.snow_line - 0.06f, range.snow_line + 0.16f, altitude + 0.40f * (here - 0.65f));
  color = Mix(color, Mix({0.62f, 0.60f, 0.84f}, {1.0f, 0.86f, 0.78f}, light), snow);
  const float mist = range.haze * 0.75f * Ramp(range.foot - 0.35f * range.height, range.foot + 0.03f, at.y);
  color = Mix(color, {0.93f, 0.66f, 0.60f}, 0.25f * range.haze);
  return Mix(color, {1.0f, 0.78f, 0.58f}, mist);
}

}  // namespace

Color PaintMountains(Point at, Color behind) {
  for (const Range& range : kRanges) {
    const float crest = Crest(range, at.x);
    if (at.y > crest) behind = Slope(range, at, crest);
  }
  return behind;
}

}  // namespace lockstep::pictures
