#include "sim/record/unwritten.h"

#include <algorithm>

#include "sim/memory/device_memory.h"

namespace lockstep::record {

std::vector<trace::ByteRange> UnwrittenIn(std::span<const std::uint8_t> bytes, std::uint64_t shortest) {
  constexpr std::size_t kMostRanges = 65536;
  constexpr std::uint8_t kPattern[2] = {memory::kPoison & 0xff, memory::kPoison >> 8};
  std::vector<trace::ByteRange> ranges;
  for (std::size_t at = 0; at < bytes.size() && ranges.size() < kMostRanges;) {
    std::size_t end = at;
    while (end < bytes.size() && bytes[end] == kPattern[end % 2]) ++end;
    // An odd end is half of a word that was written.
    if (end < bytes.size()) end -= end % 2;
    if (end > at && end - at >= std::min<std::uint64_t>(shortest, bytes.size())) ranges.push_back({at, end});
    at = std::max(end, at) + 2;
    at -= at % 2;
  }
  return ranges;
}

}  // namespace lockstep::record
