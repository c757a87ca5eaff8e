#pragma once

// Numbers of any width from 0 to 64 bits, one after the other without gaps.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep {

// The number of `width` bits that begins at `bit`. There must be a word after the last one that it touches.
inline std::uint64_t GetBits(const std::uint64_t* words, std::size_t bit, unsigned width) {
  const std::size_t word = bit / 64;
  const unsigned shift = bit % 64;
  const std::uint64_t low = words[word] >> shift, high = words[word + 1] << 1 << (63 - shift);
  return (low | high) & (width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1);
}

// Numbers that are added one by one and can be read at any time.
class BitList {
 public:
  // `value` must fit into `width` bits.
  void Add(std::uint64_t value, unsigned width) {
    if (width == 0) return;
    if (size_ / 64 + 2 >= words_.size()) words_.resize(size_ / 64 + 3);
    const unsigned shift = size_ % 64;
    words_[size_ / 64] |= value << shift;
    words_[size_ / 64 + 1] |= value >> 1 >> (63 - shift);
    size_ += width;
  }
  std::uint64_t Get(std::size_t bit, unsigned width) const { return GetBits(words_.data(), bit, width); }
  void Shrink() { words_.shrink_to_fit(); }
  std::size_t size() const { return size_; }                                       // bits
  std::size_t bytes() const { return words_.capacity() * sizeof(std::uint64_t); }  // of memory

 private:
  std::vector<std::uint64_t> words_ = {0, 0};
  std::size_t size_ = 0;
};

}  // namespace lockstep
