#pragma once

// A long list of step indices in a fraction of its four bytes each. Of each 64 numbers are kept, in as many bits as the
// largest needs, the differences to the least one; or those to a straight line, where the numbers rise evenly; or,
// where many are the least one, which are not, and their differences to the least of the others. Each of them is had
// alone.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <ranges>
#include <span>
#include <vector>

#include "shared/base/bits.h"
#include "shared/base/index_iterator.h"

namespace lockstep::replay {

class PackedNumbers {
 public:
  void Add(std::uint32_t number) {
    last_[size_++ % kTogether] = number;
    if (size_ % kTogether == 0) PackLast();
  }
  void Add(std::span<const std::uint32_t> numbers) {
    for (const std::uint32_t number : numbers) Add(number);
  }

  std::size_t size() const { return size_; }
  std::uint32_t operator[](std::size_t i) const {
    const std::size_t together = i / kTogether;
    if (together == size_ / kTogether) return last_[i % kTogether];
    const Page& page = pages_[together / kHeads];
    return Unpack(page.heads[together % kHeads], page.bits, static_cast<unsigned>(i % kTogether));
  }

 private:
  static constexpr std::size_t kTogether = 64, kHeads = 1024;
  enum class Form : std::uint8_t { kDifferences, kLine, kMostlyLeast };
  struct Head {
    std::uint32_t least = 0;  // difference, or number
    std::uint32_t first_bit : 24 = 0;
    std::uint32_t width : 6 = 0;
    Form form : 2 = Form::kDifferences;
  };
  static_assert(sizeof(Head) == 8);
  struct Page {
    std::array<Head, kHeads> heads{};
    BitList bits;
  };
  // The line's number at `at`, modulo 2^32; its slope is in 256ths.
  static std::uint32_t OnLine(std::int32_t slope, unsigned at) {
    return static_cast<std::uint32_t>((std::int64_t{slope} * at) >> 8);
  }
  // Before the differences lie the slope, or a bit for each number that is not the least, and the least of those.
  static constexpr unsigned kSlopeBits = 32, kOtherBits = kTogether + 32;
  static std::uint32_t Unpack(const Head& head, const BitList& bits, unsigned at) {
    const auto get = [&](std::size_t bit, unsigned width) { return bits.Get(head.first_bit + bit, width); };
    std::uint64_t number = head.least;
    if (head.form == Form::kDifferences) {
      number += get(std::size_t{at} * head.width, head.width);
    } else if (head.form == Form::kLine) {
      number += OnLine(static_cast<std::int32_t>(get(0, kSlopeBits)), at);
      number += get(kSlopeBits + std::size_t{at} * head.width, head.width);
    } else if (const std::uint64_t others = get(0, kTogether); others >> at & 1) {
      const int before = std::popcount(others & ((std::uint64_t{1} << at) - 1));
      number = get(kTogether, kOtherBits - kTogether);
      number += get(kOtherBits + static_cast<std::size_t>(before) * head.width, head.width);
    }
    return static_cast<std::uint32_t>(number);
  }
  void PackLast();

  std::vector<Page> pages_;
  std::array<std::uint32_t, kTogether> last_{};  // those that are not packed yet
  std::size_t size_ = 0;
};

// A part of such a list, as a range.
class StepIndices : public std::ranges::view_interface<StepIndices> {
 public:
  using Iterator = IndexIterator<PackedNumbers, std::uint32_t>;

  StepIndices() = default;
  StepIndices(const PackedNumbers& numbers, std::size_t begin, std::size_t end)
      : begin_(numbers, begin), end_(numbers, end) {}
  std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
  Iterator begin() const { return begin_; }
  Iterator end() const { return end_; }
  auto rbegin() const { return std::reverse_iterator(end_); }
  auto rend() const { return std::reverse_iterator(begin_); }

 private:
  Iterator begin_, end_;
};

}  // namespace lockstep::replay

template <>
inline constexpr bool std::ranges::enable_borrowed_range<lockstep::replay::StepIndices> = true;
