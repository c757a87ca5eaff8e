#pragma once

// Random damage to valid inputs.

#include <cstdint>
#include <filesystem>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::fuzz {

using Bytes = std::vector<std::uint8_t>;

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : random_(seed) {}
  // From 0 to `end` - 1; 0 if `end` is 0.
  std::size_t Below(std::size_t end) { return end == 0 ? 0 : random_() % end; }
  bool Percent(unsigned percent) { return Below(100) < percent; }

 private:
  std::mt19937_64 random_;
};

// Makes a few changes: bits and bytes, boundary values, parts that are removed, duplicated, moved or repeated many
// times, and words of `dictionary`. The result has at most `most` bytes.
Bytes Damaged(const Bytes& good, std::span<const std::string_view> dictionary, Chance& chance,
              std::size_t most = 1 << 20);

Bytes BytesOf(std::string_view text);
std::string TextOf(const Bytes& bytes);
void Write(const std::filesystem::path& file, const Bytes& bytes);

}  // namespace lockstep::fuzz
