#include "shared/replay/packed_numbers.h"

#include <algorithm>
#include <bit>

namespace lockstep::replay {

void PackedNumbers::PackLast() {
  const std::size_t together = size_ / kTogether - 1;
  if (together % kHeads == 0) pages_.emplace_back();
  Page& page = pages_.back();
  const auto [least, most] = std::ranges::minmax(last_);
  const auto width = static_cast<unsigned>(std::bit_width(most - least));
  page.heads[together % kHeads] = {
      .least = least, .first_bit = static_cast<std::uint32_t>(page.bits.size()), .width = width};
  for (const std::uint32_t number : last_) page.bits.Add(number - least, width);
  if (together % kHeads == kHeads - 1) page.bits.Shrink();
}

}  // namespace lockstep::replay
