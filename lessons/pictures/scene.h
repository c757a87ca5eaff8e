#pragma once

// The parts of the lake at sunset, from far to near. Each paints itself over the colour behind it.

#include <vector>

#include "lessons/pictures/paint.h"

namespace lockstep::pictures {

inline constexpr float kAspect = 1600.0f / 1066.0f;
inline constexpr float kHorizon = 0.615f;  // where the far shore meets the water
inline constexpr Point kSun{0.985f, 0.455f};

Color Sky(Point at);
Color PaintMountains(Point at, Color behind);
Color PaintForest(Point at, Color behind);
Color PaintBalloons(Point at, Color behind);
Color Land(Point at);  // all of the above, which the water mirrors
Color PaintLake(Point at, Color behind);
Color PaintMeadow(Point at, Color behind);

Color LakeAtSunset(Point at);

struct Size {
  int width = 1600, height = 1066;
};

// One row of the picture: three bytes for each pixel, red, green, blue.
std::vector<unsigned char> LakeRow(Size size, int y);

}  // namespace lockstep::pictures
