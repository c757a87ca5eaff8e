#pragma once

// The state of MT19937 many steps later: M. Matsumoto and T. Nishimura, "Mersenne twister" (1998), and H. Haramoto,
// M. Matsumoto, T. Nishimura, F. Panneton and P. L'Ecuyer, "Efficient jump ahead for F2-linear random number
// generators" (2008).

#include <array>
#include <cstdint>

namespace lockstep::rand {

inline constexpr unsigned kTwisterWords = 624;
using TwisterState = std::array<std::uint32_t, kTwisterWords>;

// The word that follows `first`, the start of 624 words one after the other.
inline std::uint32_t NextTwisterWord(const std::uint32_t* first) {
  const std::uint32_t joined = (first[0] & 0x80000000u) | (first[1] & 0x7fffffffu);
  return first[397] ^ joined >> 1 ^ (joined & 1 ? 0x9908b0dfu : 0u);
}

// 2^2048 steps later: the distance of cuRAND's subsequences, found by comparing with its library.
TwisterState JumpFar(const TwisterState& state);

}  // namespace lockstep::rand
