#pragma once

// The tools of all parts of a picture: colours, smooth noise, and small functions of a point.
//
// A picture is a pure function from a point to a colour. Points are in [0, width/height] x [0, 1], with y downwards;
// colours are display values, 0 to 1. Everything follows from the point and fixed seeds, so a picture is always the
// same.

#include <cstdint>

namespace lockstep::pictures {

struct Point {
  float x = 0, y = 0;
};

struct Color {
  float r = 0, g = 0, b = 0;
};

inline Color operator+(Color a, Color b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }
inline Color operator*(Color a, Color b) { return {a.r * b.r, a.g * b.g, a.b * b.b}; }
inline Color operator*(Color a, float s) { return {a.r * s, a.g * s, a.b * s}; }

inline float Mix(float a, float b, float t) { return a + (b - a) * t; }
inline Color Mix(Color a, Color b, float t) { return a * (1 - t) + b * t; }
inline float Clamp01(float v) { return v < 0 ? 0 : v > 1 ? 1 : v; }

// 0 below `from`, 1 above `to`, a smooth cubic between. If `from` is larger than `to`, it falls instead.
float Ramp(float from, float to, float v);

// A pseudo-random number in [0, 1) for each pair of integers.
float Random(std::int32_t x, std::int32_t y, std::uint32_t seed);

// Smooth noise in [0, 1] with features of size 1; and the sum of `octaves` of it, each with half the size and strength
// of the one before.
float Noise(Point at, std::uint32_t seed);
float Fractal(Point at, int octaves, std::uint32_t seed);

}  // namespace lockstep::pictures
