#include "lessons/pictures/scene.h"

namespace lockstep::pictures {
namespace {

constexpr int kSamples = 2;  // on each side; a pixel is the mean of its samples

Color Pixel(Size size, int x, int y) {
  Color sum;
  for (int sub = 0; sub < kSamples * kSamples; ++sub) {
    const float dx = (static_cast<float>(sub % kSamples) + 0.5f) / kSamples;
    const int row = sub / kSamples;
    const float dy = (static_cast<float>(row) + 0.5f) / kSamples;
    const Color sample = LakeAtSunset({(static_cast<float>(x) + dx) / static_cast<float>(size.width) * kAspect,
                                       (static_cast<float>(y) + dy) / static_cast<float>(size.height)});
    sum = sum + Color{Clamp01(sample.r), Clamp01(sample.g), Clamp01(sample.b)};
  }
  return sum * (1.0f / (kSamples * kSamples));
}

// Rounds up or down at random, in proportion to the fraction, so that gradients have no bands.
unsigned char ToByte(float value, int x, int y, unsigned channel) {
  return static_cast<unsigned char>(value * 254.5f + 0.999f * Random(x, y, 991 + channel));
}

}  // namespace

Color Land(Point at) { return PaintBalloons(at, PaintForest(at, PaintMountains(at, Sky(at)))); }

Color LakeAtSunset(Point at) {
  const Color scene = at.y < kHorizon ? Land(at) : PaintLake(at, {});
  return PaintMeadow(at, scene);
}

std::vector<unsigned char> LakeRow(Size size, int y) {
  std::vector<unsigned char> row;
  row.reserve(std::size_t{3} * size.width);
  for (int x = 0; x < size.width; ++x) {
    const Color color = Pixel(size, x, y);
    row.push_back(ToByte(color.r, x, y, 0));
    row.push_back(ToByte(color.g, x, y, 1));
    row.push_back(ToByte(color.b, x, y, 2));
  }
  return row;
}

}  // namespace lockstep::pictures
