#pragma once

// A long list of step indices in a fraction of its four bytes each: of each 64 numbers, the least one, and the
// differences to it in as many bits as the largest needs. Each of them is had alone.

#include <array>
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
    const Head head = page.heads[together % kHeads];
    return head.least +
           static_cast<std::uint32_t>(page.bits.Get(head.first_bit + i % kTogether * head.width, head.width));
  }

 private:
  static constexpr std::size_t kTogether = 64, kHeads = 1024;
  struct Head {
    std::uint32_t least = 0;
    std::uint32_t first_bit : 26 = 0;
    std::uint32_t width : 6 = 0;
  };
  struct Page {
    std::array<Head, kHeads> heads{};
    BitList bits;
  };
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
