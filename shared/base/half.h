#pragma once

// The two 16-bit floating-point formats as floats: IEEE 754 binary16 and bfloat16 (the upper half of binary32).

#include <bit>
#include <cstdint>

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

}  // namespace lockstep
