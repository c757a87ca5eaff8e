#pragma once

// Which bytes of an object were never written: those that still hold the filling of fresh device memory.

#include <cstdint>
#include <span>
#include <vector>

#include "shared/trace/recording.h"

namespace lockstep::record {

// Runs of the poison pattern (sim/memory/device_memory.h) of at least `shortest` bytes, in order; `bytes` begin at an
// even address. A value that happens to be the pattern cannot be distinguished from none: `shortest` keeps small
// elements, where that can happen, from being taken for unwritten one by one. Limit: the first 65,536 runs.
std::vector<trace::ByteRange> UnwrittenIn(std::span<const std::uint8_t> bytes, std::uint64_t shortest);

// How long a run must be in an array of elements of `element_size` bytes.
constexpr std::uint64_t ShortestUnwritten(std::uint64_t element_size) { return element_size % 4 == 0 ? 4 : 8; }

}  // namespace lockstep::record
