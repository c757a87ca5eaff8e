#pragma once

// Functions that whole warps call at once: `void __lockstep_math_NAME_lanes(Real values[32])` replaces 32 numbers by
// their results. Each is computed from one source for one number and for 32, without fused operations or branches, so
// that the results have the same bits on any processor and in all modes.
//
// A function is a struct with `Real Usual(Real)`; where that does not serve, also with `bool IsRare(Real)` and
// `Real Rare(Real)`, which may branch and call anything.

#include <bit>
#include <cmath>
#include <cstdint>

#define MATH extern "C" __attribute__((visibility("default")))

// A fused operation has other bits than two, and not all processors have it.
#pragma clang fp contract(off)

namespace lockstep::math {

inline constexpr int kLanes = 32;
// A double below 2^51 in size, added to this and taken away again, is rounded to a whole number, which the low bits of
// the sum hold.
inline constexpr double kToWhole = 0x1.8p52;

// By Horner's rule; the coefficient of the highest power comes first.
template <class... Rest>
[[gnu::always_inline]] inline double Polynomial(double x, double first, Rest... rest) {
  double sum = first;
  ((sum = sum * x + rest), ...);
  return sum;
}

// The same in pairs, pairs of pairs and so on (G. Estrin), which keeps a processor less waiting. The bits may differ.
template <class... All>
[[gnu::always_inline]] inline double PolynomialByPairs(double x, All... all) {
  double sums[] = {all...};
  for (unsigned count = sizeof...(All); count > 1; x *= x) {
    const unsigned alone = count % 2;
    for (unsigned i = alone; i < count; i += 2) sums[(i + alone) / 2] = sums[i] * x + sums[i + 1];
    count = count / 2 + alone;
  }
  return sums[0];
}

// 2^k of the whole number k that was added to kToWhole, from -1022 to 1023.
[[gnu::always_inline]] inline double PowerOfTwo(double shifted) {
  return std::bit_cast<double>((std::bit_cast<std::uint64_t>(shifted) << 52) + (std::uint64_t{1023} << 52));
}

// x = 2^k m for a positive normal x, with m from sqrt(1/2) to sqrt(2).
struct Parts {
  double m, k;
};
[[gnu::always_inline]] inline Parts Split(double x) {
  constexpr std::uint64_t kRootHalf = 0x3fe6a09e667f3bcd, kFraction = (std::uint64_t{1} << 52) - 1;
  const std::uint64_t above = std::bit_cast<std::uint64_t>(x) - kRootHalf;
  const auto m = std::bit_cast<double>((above & kFraction) + kRootHalf);
  // As the low bits of a double.
  return {m, std::bit_cast<double>((((above >> 52) + 2048) & 0xfff) + 0x4330000000000000) - (0x1p52 + 2048)};
}

// x without the nearest multiple of pi / 2, as `angle + rest`; the low two bits of `turns` are the multiple, modulo 4.
// For |x| <= kFar, where the products with the first parts of pi / 2 are exact.
inline constexpr double kFar = 1e6;
struct Turned {
  double angle, rest;
  std::uint64_t turns;
};
[[gnu::always_inline]] inline Turned WithoutTurns(double x) {
  constexpr double kPerTurn = 0x1.45f306dc9c883p-1;
  constexpr double kTurn[] = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2ep-69, 0x1.b839a252049c1p-104};
  const double shifted = x * kPerTurn + kToWhole, whole = shifted - kToWhole;
  double sum = x - whole * kTurn[0], lost = -whole * kTurn[3];
  for (int i = 1; i < 3; ++i) {
    const double term = -whole * kTurn[i], next = sum + term, back = next - sum;
    lost += (sum - (next - back)) + (term - back);
    sum = next;
  }
  const double angle = sum + lost;
  return {angle, (sum - angle) + lost, std::bit_cast<std::uint64_t>(shifted)};
}

[[gnu::always_inline]] inline double Negated(double x, std::uint64_t if_bit_1) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) ^ ((if_bit_1 & 2) << 62));
}

template <class Function, class Real>
concept HasRareCases = requires(Real x) { Function::Rare(x); };

template <class Function, class Real>
[[gnu::always_inline]] inline Real OfOne(Real x) {
  if constexpr (HasRareCases<Function, Real>)
    if (Function::IsRare(x)) return Function::Rare(x);
  return Function::Usual(x);
}

template <class Function, class Real>
[[gnu::always_inline]] inline void OfLanes(Real* values) {
  if constexpr (!HasRareCases<Function, Real>) {
#pragma clang loop vectorize(enable)
    for (int i = 0; i < kLanes; ++i) values[i] = Function::Usual(values[i]);
  } else {
    Real given[kLanes];
    int rare = 0;
#pragma clang loop vectorize(enable)
    for (int i = 0; i < kLanes; ++i) {
      given[i] = values[i];
      rare |= Function::IsRare(given[i]);
      values[i] = Function::Usual(given[i]);
    }
    for (int i = 0; rare && i < kLanes; ++i)
      if (Function::IsRare(given[i])) values[i] = Function::Rare(given[i]);
  }
}

}  // namespace lockstep::math

#define OF_LANES(Function, Real, name)                                                                                 \
  MATH Real __lockstep_math_##name(Real x) { return lockstep::math::OfOne<Function>(x); }                              \
  namespace {                                                                                                          \
  __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw"))) void name##With512(Real* values) {                     \
    lockstep::math::OfLanes<Function>(values);                                                                         \
  }                                                                                                                    \
  __attribute__((target("avx2"))) void name##With256(Real* values) { lockstep::math::OfLanes<Function>(values); }      \
  void name##With128(Real* values) { lockstep::math::OfLanes<Function>(values); }                                      \
  }                                                                                                                    \
  MATH void __lockstep_math_##name##_lanes(Real* values) {                                                             \
    static const auto chosen =                                                                                         \
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") \
            ? name##With512                                                                                            \
        : __builtin_cpu_supports("avx2") ? name##With256                                                               \
                                         : name##With128;                                                              \
    chosen(values);                                                                                                    \
  }
