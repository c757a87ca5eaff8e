#pragma once

// A few of many indices, in two bits for each of the many.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

class IndexSet {
 public:
  IndexSet() = default;
  // `sorted` indices below `end`, each once.
  IndexSet(std::span<const std::uint32_t> sorted, std::size_t end) : words_(end / 64 + 1) {
    for (const std::uint32_t index : sorted) words_[index / 64].bits |= std::uint64_t{1} << (index % 64);
    for (std::size_t i = 1; i < words_.size(); ++i)
      words_[i].before = words_[i - 1].before + static_cast<std::uint32_t>(std::popcount(words_[i - 1].bits));
  }

  // The how manieth it is, counted from 0; nothing: it is none of them.
  std::optional<std::uint32_t> Find(std::size_t index) const {
    if (index / 64 >= words_.size()) return std::nullopt;
    const Word& word = words_[index / 64];
    const std::uint64_t bit = std::uint64_t{1} << (index % 64);
    if (!(word.bits & bit)) return std::nullopt;
    return word.before + static_cast<std::uint32_t>(std::popcount(word.bits & (bit - 1)));
  }

 private:
  struct Word {
    std::uint64_t bits = 0;
    std::uint32_t before = 0;  // indices in the words before
  };
  std::vector<Word> words_;
};

}  // namespace lockstep
