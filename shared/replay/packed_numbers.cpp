#include "shared/replay/packed_numbers.h"

#include <algorithm>
#include <limits>

namespace lockstep::replay {
namespace {

struct Range {
  std::int64_t least = std::numeric_limits<std::int64_t>::max(), most = std::numeric_limits<std::int64_t>::min();
  void Add(std::int64_t number) {
    least = std::min(least, number);
    most = std::max(most, number);
  }
  unsigned width() const { return most < least ? 0 : static_cast<unsigned>(std::bit_width(Span())); }
  std::uint64_t Span() const { return static_cast<std::uint64_t>(most - least); }
};

}  // namespace

void PackedNumbers::PackLast() {
  const std::size_t together = size_ / kTogether - 1;
  if (together % kHeads == 0) pages_.emplace_back();
  Page& page = pages_.back();

  Range numbers, from_line, others;
  for (const std::uint32_t number : last_) numbers.Add(number);
  const std::int64_t slope = (std::int64_t{last_.back()} - last_.front()) * 256 / std::int64_t{kTogether - 1};
  const bool has_slope = static_cast<std::int32_t>(slope) == slope;
  const auto on_line = [&](unsigned at) { return (slope * at) >> 8; };
  std::uint64_t other_bits = 0;
  for (unsigned at = 0; at < kTogether; ++at) {
    from_line.Add(last_[at] - on_line(at));
    if (last_[at] == numbers.least) continue;
    others.Add(last_[at]);
    other_bits |= std::uint64_t{1} << at;
  }

  const unsigned other_count = static_cast<unsigned>(std::popcount(other_bits));
  const unsigned plain = kTogether * numbers.width();
  const unsigned line = has_slope ? kSlopeBits + kTogether * from_line.width() : plain;
  const unsigned mostly = kOtherBits + other_count * others.width();
  Head head{.least = static_cast<std::uint32_t>(numbers.least),
            .first_bit = static_cast<std::uint32_t>(page.bits.size()),
            .width = numbers.width()};
  if (plain <= std::min(line, mostly)) {
    for (const std::uint32_t number : last_) page.bits.Add(number - head.least, head.width);
  } else if (line <= mostly) {
    head.form = Form::kLine;
    head.least = static_cast<std::uint32_t>(from_line.least);
    head.width = from_line.width();
    page.bits.Add(static_cast<std::uint32_t>(slope), kSlopeBits);
    for (unsigned at = 0; at < kTogether; ++at)
      page.bits.Add(static_cast<std::uint64_t>(last_[at] - on_line(at) - from_line.least), head.width);
  } else {
    head.form = Form::kMostlyLeast;
    head.width = others.width();
    page.bits.Add(other_bits, kTogether);
    page.bits.Add(static_cast<std::uint32_t>(others.least), kOtherBits - kTogether);
    for (const std::uint32_t number : last_)
      if (number != numbers.least) page.bits.Add(number - static_cast<std::uint32_t>(others.least), head.width);
  }
  page.heads[together % kHeads] = head;
  if (together % kHeads == kHeads - 1) page.bits.Shrink();
}

}  // namespace lockstep::replay
