#include "sim/rand/twister_jump.h"

#include <algorithm>
#include <bit>
#include <bitset>
#include <cstddef>
#include <vector>

namespace lockstep::rand {
namespace {

// Polynomials over the field of two elements: bit i is the coefficient of t^i.
constexpr int kDegree = 19937;
constexpr int kLogDistance = 2048;

// The exponents of the characteristic polynomial, but for the highest: "Mersenne twister", appendix A.
std::vector<int> CharacteristicExponents() {
  using Polynomial = std::bitset<kDegree + 1>;
  constexpr std::uint32_t kTwist = 0x9908b0df;
  const auto times = [](const Polynomial& p, int high, int low) { return p << high ^ p << low; };
  std::array<Polynomial, 32> power;  // of t^623 + t^396
  power[0].set(0);
  for (std::size_t i = 1; i < power.size(); ++i) power[i] = times(power[i - 1], 623, 396);
  Polynomial sum = power[31];
  for (std::size_t i = 0; i < 31; ++i)
    if (kTwist >> i & 1) sum ^= power[30 - i];
  sum = times(sum, 624, 397);
  if (kTwist >> 31 & 1) sum.flip(0);
  std::vector<int> exponents;
  for (int i = 0; i < kDegree; ++i)
    if (sum[static_cast<std::size_t>(i)]) exponents.push_back(i);
  return exponents;
}

using Words = std::vector<std::uint64_t>;

void FlipAt(Words& words, std::size_t bit, std::uint64_t value) {
  words[bit / 64] ^= value << bit % 64;
  if (bit % 64) words[bit / 64 + 1] ^= value >> (64 - bit % 64);
}

// The remainder by the characteristic polynomial, 64 coefficients at a time: its second highest exponent is more than
// 64 below the degree.
void Reduce(Words& words, const std::vector<int>& exponents) {
  for (std::size_t at = words.size() - 1; at-- > kDegree / 64;) {
    std::uint64_t high = words[at];
    if (at == kDegree / 64) high &= ~std::uint64_t{0} << kDegree % 64;
    words[at] ^= high;
    const std::size_t shift = at == kDegree / 64 ? kDegree % 64 : 0;
    high >>= shift;
    for (const int exponent : exponents)
      FlipAt(words, at * 64 + shift - kDegree + static_cast<std::size_t>(exponent), high);
  }
}

// Bit i goes to bit 2 i.
std::uint64_t Spread(std::uint64_t bits) {
  bits = (bits | bits << 16) & 0x0000ffff0000ffff;
  bits = (bits | bits << 8) & 0x00ff00ff00ff00ff;
  bits = (bits | bits << 4) & 0x0f0f0f0f0f0f0f0f;
  bits = (bits | bits << 2) & 0x3333333333333333;
  return (bits | bits << 1) & 0x5555555555555555;
}

// t^(2^2048), reduced.
Words JumpPolynomial() {
  const std::vector<int> exponents = CharacteristicExponents();
  constexpr int kLogFirst = 14;
  Words power(kDegree / 64 + 1);
  power[(1u << kLogFirst) / 64] = 1;
  for (int i = kLogFirst; i < kLogDistance; ++i) {
    Words square(2 * power.size() + 1);
    for (std::size_t word = 0; word < power.size(); ++word) {
      square[2 * word] = Spread(power[word] & 0xffffffff);
      square[2 * word + 1] = Spread(power[word] >> 32);
    }
    Reduce(square, exponents);
    std::copy_n(square.begin(), power.size(), power.begin());
  }
  return power;
}

// So many coefficients are applied at once.
constexpr unsigned kDigitBits = 6;

// The jump polynomial's coefficients, the highest digit first.
const std::vector<unsigned>& JumpDigits() {
  static const auto& digits = *new std::vector<unsigned>([] {
    const Words polynomial = JumpPolynomial();
    const auto coefficient = [&](std::size_t i) {
      return i < kDegree ? static_cast<unsigned>(polynomial[i / 64] >> i % 64 & 1) : 0u;
    };
    std::vector<unsigned> result;
    for (std::size_t at = kDegree / kDigitBits + 1; at-- > 0;) {
      unsigned digit = 0;
      for (unsigned bit = 0; bit < kDigitBits; ++bit) digit |= coefficient(at * kDigitBits + bit) << bit;
      result.push_back(digit);
    }
    return result;
  }());
  return digits;
}

void Add(std::uint32_t* to, const std::uint32_t* state) {
  for (unsigned i = 0; i < kTwisterWords; ++i) to[i] ^= state[i];
}

}  // namespace

// By Horner's rule: the window of the last 624 words is the state so far.
TwisterState JumpFar(const TwisterState& state) {
  const std::vector<unsigned>& digits = JumpDigits();
  std::array<std::uint32_t, kTwisterWords + kDigitBits> steps;
  std::ranges::copy(state, steps.begin());
  for (unsigned i = 0; i < kDigitBits; ++i) steps[kTwisterWords + i] = NextTwisterWord(&steps[i]);
  std::vector<TwisterState> sums(1u << kDigitBits, TwisterState{});
  for (unsigned digit = 1; digit < sums.size(); ++digit) {
    sums[digit] = sums[digit & (digit - 1)];
    Add(sums[digit].data(), &steps[static_cast<std::size_t>(std::countr_zero(digit))]);
  }
  std::vector<std::uint32_t> words(kTwisterWords + kDigitBits * digits.size());
  std::uint32_t* window = words.data();
  for (const unsigned digit : digits) {
    for (unsigned i = 0; i < kDigitBits; ++i, ++window) window[kTwisterWords] = NextTwisterWord(window);
    Add(window, sums[digit].data());
  }
  TwisterState result;
  std::copy_n(window, kTwisterWords, result.begin());
  return result;
}

}  // namespace lockstep::rand
