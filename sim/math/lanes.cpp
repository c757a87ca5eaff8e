// Float functions that whole warps call at once: `void __lockstep_math_NAMEf_lanes(float values[32])` replaces 32
// numbers by their results. Each is computed in double, from one source for one number and for 32, without fused
// operations or branches, so that the results have the same bits on any processor and in all modes. Their errors
// before the last rounding are below 2^-40, far from a unit in the last place of a float.

#include <bit>
#include <cmath>
#include <cstdint>

#define MATH extern "C" __attribute__((visibility("default")))

// A fused operation has other bits than two, and not all processors have it.
#pragma clang fp contract(off)

namespace {

constexpr int kLanes = 32;
constexpr double kLn2 = 0.693147180559945309417;

// exp(x) for |x| <= 700. Reduced by multiples of ln 2 to |r| <= 0.35, then its Taylor series.
[[gnu::always_inline]] inline double Exp(double x) {
  constexpr double kToWhole = 0x1.8p52;
  const double shifted = x * (1 / kLn2) + kToWhole, whole = shifted - kToWhole, r = x - whole * kLn2;
  double sum = 1.0 / 479001600;
  sum = sum * r + 1.0 / 39916800;
  sum = sum * r + 1.0 / 3628800;
  sum = sum * r + 1.0 / 362880;
  sum = sum * r + 1.0 / 40320;
  sum = sum * r + 1.0 / 5040;
  sum = sum * r + 1.0 / 720;
  sum = sum * r + 1.0 / 120;
  sum = sum * r + 1.0 / 24;
  sum = sum * r + 1.0 / 6;
  sum = sum * r + 0.5;
  sum = sum * r + 1;
  sum = sum * r + 1;
  const auto power = (std::bit_cast<std::uint64_t>(shifted) << 52) + (std::uint64_t{1023} << 52);
  return sum * std::bit_cast<double>(power);
}

[[gnu::always_inline]] inline float ExpOf(float x) {
  // Beyond these, the result is 0 or infinite.
  double near = x;
  near = near > 200 ? 200 : near;
  near = near < -200 ? -200 : near;
  const auto result = static_cast<float>(Exp(near));
  return x != x ? x : result;
}

[[gnu::always_inline]] inline float TanhOf(float x) {
  const double size = std::fabs(static_cast<double>(x)), square = size * size;
  // The quotient loses digits near 0, where the series needs few terms.
  double series = 62.0 / 2835;
  series = series * square - 17.0 / 315;
  series = series * square + 2.0 / 15;
  series = series * square - 1.0 / 3;
  series = (series * square + 1) * size;
  const double quotient = 1 - 2 / (Exp(2 * (size > 20 ? 20 : size)) + 1);
  const auto result = static_cast<float>(std::copysign(size < 0.05 ? series : quotient, static_cast<double>(x)));
  return x != x ? x : result;
}

// x = 2^k m with m from sqrt(1/2) to sqrt(2), and log m = 2 atanh((m - 1) / (m + 1)).
[[gnu::always_inline]] inline float LogOf(float x) {
  constexpr std::uint64_t kRootHalf = 0x3fe6a09e667f3bcd, kFraction = (std::uint64_t{1} << 52) - 1;
  const auto bits = std::bit_cast<std::uint64_t>(static_cast<double>(x)), above = bits - kRootHalf;
  const auto m = std::bit_cast<double>((above & kFraction) + kRootHalf);
  // The exponent k, from -149 to 128, as the low bits of a double.
  const auto k = std::bit_cast<double>((((above >> 52) + 2048) & 0xfff) + 0x4330000000000000) - (0x1p52 + 2048);
  const double s = (m - 1) / (m + 1), square = s * s;
  double sum = 1.0 / 21;
  sum = sum * square + 1.0 / 19;
  sum = sum * square + 1.0 / 17;
  sum = sum * square + 1.0 / 15;
  sum = sum * square + 1.0 / 13;
  sum = sum * square + 1.0 / 11;
  sum = sum * square + 1.0 / 9;
  sum = sum * square + 1.0 / 7;
  sum = sum * square + 1.0 / 5;
  sum = sum * square + 1.0 / 3;
  sum = sum * square + 1;
  auto result = static_cast<float>(2 * s * sum + k * kLn2);
  result = x == INFINITY ? INFINITY : result;
  result = x == 0 ? -INFINITY : result;
  result = x < 0 ? NAN : result;
  return x != x ? x : result;
}

}  // namespace

#define EACH _Pragma("clang loop vectorize(enable)") for (int i = 0; i < kLanes; ++i) values[i]
#define OF_LANES(name, function)                                                                                       \
  MATH float __lockstep_math_##name##f(float x) { return function(x); }                                                \
  namespace {                                                                                                          \
  __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw"))) void name##With512(float* values) {                    \
    EACH = function(values[i]);                                                                                        \
  }                                                                                                                    \
  __attribute__((target("avx2"))) void name##With256(float* values) { EACH = function(values[i]); }                    \
  void name##With128(float* values) { EACH = function(values[i]); }                                                    \
  }                                                                                                                    \
  MATH void __lockstep_math_##name##f_lanes(float* values) {                                                           \
    static const auto chosen =                                                                                         \
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") \
            ? name##With512                                                                                            \
        : __builtin_cpu_supports("avx2") ? name##With256                                                               \
                                         : name##With128;                                                              \
    chosen(values);                                                                                                    \
  }

OF_LANES(exp, ExpOf)
OF_LANES(log, LogOf)
OF_LANES(tanh, TanhOf)
