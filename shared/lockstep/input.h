// Input for exercises, the same on every machine: numbers that differ, from a seed. It works under Lockstep and under
// nvcc, from C++14 on.
//
//   #include "lockstep/input.h"
//   const std::vector<float> in = lockstep::RandomInput<float>(n, -1, 1);
//
// A grader sets the seed in the environment (LOCKSTEP_SEED); without it, the seed is 1.
#ifndef LOCKSTEP_INPUT_H
#define LOCKSTEP_INPUT_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <type_traits>
#include <vector>

namespace lockstep {

inline std::uint64_t InputSeed() {
  const char* text = std::getenv("LOCKSTEP_SEED");
  return text ? std::strtoull(text, nullptr, 10) : 1;
}

namespace input_detail {

// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators"): its outputs for different
// counters differ.
inline std::uint64_t Mixed(std::uint64_t counter) {
  std::uint64_t bits = counter * 0x9e3779b97f4a7c15u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

template <class T>
T InRange(std::uint64_t bits, T low, T high, std::true_type /*whole*/) {
  const auto size = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
  return static_cast<T>(static_cast<std::uint64_t>(low) + (size == 0 ? bits : bits % size));
}

template <class T>
T InRange(std::uint64_t bits, T low, T high, std::false_type /*whole*/) {
  return static_cast<T>(low + (high - low) * (static_cast<double>(bits >> 11) / 9007199254740992.0));
}

}  // namespace input_detail

// `count` numbers from `low` to `high`. `stream` tells several inputs of one program apart.
template <class T>
std::vector<T> RandomInput(std::size_t count, T low, T high, std::uint64_t stream = 0) {
  std::vector<T> numbers(count);
  const std::uint64_t start = input_detail::Mixed(InputSeed() * 1000003 + stream);
  for (std::size_t i = 0; i < count; ++i)
    numbers[i] = input_detail::InRange<T>(input_detail::Mixed(start + i), low, high, std::is_integral<T>());
  return numbers;
}

}  // namespace lockstep

#endif  // LOCKSTEP_INPUT_H
