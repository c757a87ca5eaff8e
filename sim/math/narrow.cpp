// Floating-point formats of 8 to 19 bits, and the operations that round to odd on the way to them. Inline PTX calls
// these functions (sim/compile/pass/language/ptx); the CUDA headers have forms of their own that the compiler inlines.

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>

#pragma STDC FENV_ACCESS ON

#define MATH extern "C" __attribute__((visibility("default"), noinline))

namespace {

struct Format {
  int fraction_bits, exponent_bits;
  unsigned infinity;  // the bits of infinity, and above them NaNs; e4m3 has none, its NaN is 0x7f
  unsigned largest;   // the bits of the largest number
  unsigned nan;
  int shift;  // zero bits below
};
// f16, bf16, tf32, e4m3, e5m2.
constexpr Format kFormats[] = {
    {10, 5, 0x7c00, 0x7bff, 0x7fff, 0}, {7, 8, 0x7f80, 0x7f7f, 0x7fff, 0}, {10, 8, 0x3fc00, 0x3fbff, 0x3ffff, 13},
    {3, 4, 0x7f, 0x7e, 0x7f, 0},        {2, 5, 0x7c, 0x7b, 0x7f, 0},
};
enum Direction { kNearest, kDown, kUp, kTowardsZero, kAwayAtTies };

double RoundToUnits(double units, bool negative, int direction) {
  if (direction == kDown) direction = negative ? kAwayAtTies + 1 : kTowardsZero;
  if (direction == kUp) direction = negative ? kTowardsZero : kAwayAtTies + 1;
  switch (direction) {
    case kNearest: return std::nearbyint(units);
    case kTowardsZero: return std::trunc(units);
    case kAwayAtTies: return std::round(units);
    default: return std::ceil(units);
  }
}

// The bits of |x|, which is finite.
unsigned Magnitude(double size, bool negative, const Format& format, int direction, bool saturates) {
  const int bias = (1 << (format.exponent_bits - 1)) - 1, least = 1 - bias;
  int exponent = size == 0 ? least : std::ilogb(size);
  if (exponent < least) exponent = least;
  if (exponent > 2 * bias + 2) exponent = 2 * bias + 2;
  // In units of the last place numbers are whole, and larger bit patterns are larger numbers.
  const double units = RoundToUnits(std::ldexp(size, format.fraction_bits - exponent), negative, direction);
  const double code = std::ldexp(static_cast<double>(exponent - least), format.fraction_bits) + units;
  if (code <= format.largest) return static_cast<unsigned>(code);
  const bool away = direction == kNearest || direction == kAwayAtTies || (direction == kUp && !negative) ||
                    (direction == kDown && negative);
  return saturates || !away ? format.largest : format.infinity;
}

// The last bit of an inexact result becomes 1, so that a later rounding to fewer bits knows on which side of a tie the
// value was. (S. Boldo and G. Melquiond, "When double rounding is odd", 2005.)
template <class Compute>
double ToOdd(Compute compute) {
  std::fenv_t saved;
  std::feholdexcept(&saved);
  std::fesetround(FE_TOWARDZERO);
  double result = compute();
  const bool inexact = std::fetestexcept(FE_INEXACT) != 0;
  std::fesetenv(&saved);
  if (inexact && std::isfinite(result)) result = std::bit_cast<double>(std::bit_cast<std::uint64_t>(result) | 1);
  return result;
}

}  // namespace

// The bits of `x` in a format, rounded once. Beyond the largest number: infinity, or the largest as the direction or
// `saturates` says. A NaN is the format's only one.
MATH unsigned __lockstep_math_narrow(double x, int format_code, int direction, int saturates) {
  const Format& format = kFormats[format_code];
  if (x != x) return format.nan << format.shift;
  const bool negative = std::signbit(x);
  const unsigned sign = static_cast<unsigned>(negative) << (format.fraction_bits + format.exponent_bits);
  const unsigned size = std::isinf(x) ? (saturates ? format.largest : format.infinity)
                                      : Magnitude(std::fabs(x), negative, format, direction, saturates != 0);
  return (sign | size) << format.shift;
}

MATH double __lockstep_math_widen(unsigned bits, int format_code) {
  const Format& format = kFormats[format_code];
  bits >>= format.shift;
  const int width = format.fraction_bits + format.exponent_bits;
  const double sign = bits >> width & 1 ? -1.0 : 1.0;
  const unsigned size = bits & ((1u << width) - 1);
  if (size > format.largest) return size == format.infinity && format.infinity != format.nan ? sign * INFINITY : NAN;
  const int bias = (1 << (format.exponent_bits - 1)) - 1, exponent = static_cast<int>(size >> format.fraction_bits);
  const unsigned fraction = size & ((1u << format.fraction_bits) - 1);
  if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias - format.fraction_bits);
  return sign * std::ldexp(fraction | 1u << format.fraction_bits, exponent - bias - format.fraction_bits);
}

// x * y + z to odd. A sum that is 0 has the sign of rounding to nearest.
MATH double __lockstep_math_fma_odd(double x, double y, double z) {
  return ToOdd([&] { return std::fma(x, y, z); });
}
MATH double __lockstep_math_from_ll_odd(long long x) {
  return ToOdd([&] { return static_cast<double>(x); });
}
MATH double __lockstep_math_from_ull_odd(unsigned long long x) {
  return ToOdd([&] { return static_cast<double>(x); });
}

// PTX's fns: the position of the n-th set bit of `mask`, searched from `base`: upwards for a positive n, downwards for
// a negative one; all ones if there is none.
MATH unsigned __lockstep_math_fns(unsigned mask, unsigned base, int n) {
  base &= 31u;
  if (n == 0) return mask >> base & 1u ? base : 0xffffffffu;
  const unsigned step = n > 0 ? 1u : ~0u;
  unsigned left = n > 0 ? static_cast<unsigned>(n) : 0u - static_cast<unsigned>(n);
  for (unsigned bit = base; bit < 32u; bit += step)
    if ((mask >> bit & 1u) && --left == 0) return bit;
  return 0xffffffffu;
}
