// Double functions of lanes (for_lanes.h). What would be rounded away before the last addition is carried in a second
// number, so that the errors stay below a unit in the last place. The schemes are those of W. J. Cody and W. Waite,
// "Software Manual for the Elementary Functions" (reduction by a constant in parts), and of K. C. Ng's notes in fdlibm
// (the order of the last additions).

#include <limits>

#include "sim/math/for_lanes.h"

#pragma clang fp contract(off)

namespace {

using lockstep::math::kToWhole, lockstep::math::PolynomialByPairs, lockstep::math::PowerOfTwo;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// ln 2 in two parts; products of the first one with numbers up to 2^12 are exact.
constexpr double kLn2 = 0x1.62e42fefa2p-1, kRestOfLn2 = 0x1.9ef35793c7673p-41;

struct ExpOf {
  [[gnu::always_inline]] static double Usual(double x) {
    constexpr double kPerLn2 = 0x1.71547652b82fep+0;
    double near = x > 710 ? 710 : x;
    near = near < -746 ? -746 : near;
    const double whole = near * kPerLn2 + kToWhole - kToWhole;
    const double high = near - whole * kLn2, low = whole * kRestOfLn2, r = high - low, rest = (high - r) - low;
    const double curve =
        PolynomialByPairs(r, 1.0 / 87178291200, 1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,
                          1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 0.5);
    const double sum = 1 + (r + (rest + r * r * curve));
    // 2^whole may be too large or too small for one number.
    const double half = whole * 0.5 + kToWhole, other = whole - (half - kToWhole) + kToWhole;
    const double result = sum * PowerOfTwo(half) * PowerOfTwo(other);
    return x != x ? x : result;
  }
};

// With f = m - 1 and s = f / (2 + f): log m = f - (f^2 / 2 - s (f^2 / 2 + 2 s^2 / 3 + 2 s^4 / 5 + ...)).
struct LogOf {
  [[gnu::always_inline]] static double Usual(double x) {
    const bool is_small = x < 0x1p-1022;
    const auto [m, exponent] = lockstep::math::Split(is_small ? x * 0x1p54 : x);
    const double k = is_small ? exponent - 54 : exponent;
    const double f = m - 1, s = f / (2 + f), z = s * s, half_square = 0.5 * f * f;
    const double curve = z * PolynomialByPairs(z, 2.0 / 25, 2.0 / 23, 2.0 / 21, 2.0 / 19, 2.0 / 17, 2.0 / 15, 2.0 / 13,
                                               2.0 / 11, 2.0 / 9, 2.0 / 7, 2.0 / 5, 2.0 / 3);
    double result = k * kLn2 - ((half_square - (s * (half_square + curve) + k * kRestOfLn2)) - f);
    result = x == kInfinity ? kInfinity : result;
    result = x == 0 ? -kInfinity : result;
    result = x < 0 ? std::numeric_limits<double>::quiet_NaN() : result;
    return x != x ? x : result;
  }
};

[[gnu::always_inline]] inline double Wave(double x, unsigned ahead) {
  const auto [y, rest, turns] = lockstep::math::WithoutTurns(x);
  const double z = y * y, half = 0.5 * z;
  const double of_sine = z * PolynomialByPairs(z, 1.0 / 355687428096000, -1.0 / 1307674368000, 1.0 / 6227020800,
                                               -1.0 / 39916800, 1.0 / 362880, -1.0 / 5040, 1.0 / 120, -1.0 / 6);
  const double sine = y + (y * of_sine + rest * (1 - half));
  const double of_cosine = z * z *
                           PolynomialByPairs(z, 1.0 / 20922789888000, -1.0 / 87178291200, 1.0 / 479001600,
                                             -1.0 / 3628800, 1.0 / 40320, -1.0 / 720, 1.0 / 24);
  const double most = 1 - half, cosine = most + (((1 - most) - half) + (of_cosine - y * rest));
  const std::uint64_t all = turns + ahead;
  return lockstep::math::Negated(all & 1 ? cosine : sine, all);
}

struct SinOf {
  [[gnu::always_inline]] static double Usual(double x) { return x == 0 ? x : Wave(x, 0); }
  // Also of infinities and NaN.
  [[gnu::always_inline]] static bool IsRare(double x) { return !(std::fabs(x) <= lockstep::math::kFar); }
  static double Rare(double x) { return ::sin(x); }
};
struct CosOf {
  [[gnu::always_inline]] static double Usual(double x) { return Wave(x, 1); }
  [[gnu::always_inline]] static bool IsRare(double x) { return SinOf::IsRare(x); }
  static double Rare(double x) { return ::cos(x); }
};

}  // namespace

OF_LANES(CosOf, double, cos)
OF_LANES(ExpOf, double, exp)
OF_LANES(LogOf, double, log)
OF_LANES(SinOf, double, sin)
