#pragma once

// The two 16-bit floating-point formats as floats: IEEE 754 binary16 and bfloat16 (the upper half of binary32).

#include <bit>
#include <cstdint>
#include <limits>

namespace lockstep {

constexpr float FloatFromBfloat16(std::uint16_t bits) { return std::bit_cast<float>(std::uint32_t{bits} << 16); }

constexpr float FloatFromHalf(std::uint16_t bits) {
  const std::uint32_t sign = std::uint32_t{bits & 0x8000u} << 16;
  const std::uint32_t exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
  if (exponent == 0x1f) return std::bit_cast<float>(sign | 0x7f800000 | fraction << 13);
  if (exponent != 0) return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
  // Zero and subnormal numbers: fraction * 2^-24, exact in a float.
  const float magnitude = static_cast<float>(fraction) * 0x1p-24f;
  return sign != 0 ? -magnitude : magnitude;
}

// Of eight bits: the formats of OCP's "8-bit floating point specification", as CUDA's __nv_fp8_e4m3 and __nv_fp8_e5m2.
// E5M2 is the upper half of a float16; E4M3 has no infinity, and 0x7f is its only NaN.
constexpr float FloatFromE5m2(std::uint8_t bits) { return FloatFromHalf(static_cast<std::uint16_t>(bits << 8)); }
constexpr float FloatFromE4m3(std::uint8_t bits) {
  const int exponent = bits >> 3 & 15, fraction = bits & 7;
  if ((bits & 0x7f) == 0x7f) return std::numeric_limits<float>::quiet_NaN();
  float value = static_cast<float>(exponent == 0 ? fraction : 8 + fraction) / 512;  // 2^-9
  for (int i = 1; i < exponent; ++i) value *= 2;
  return bits & 0x80 ? -value : value;
}

}  // namespace lockstep
