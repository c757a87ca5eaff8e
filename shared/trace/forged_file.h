#pragma once

// For tests of the reader: splits a trace file into the contents of its chunks, and joins them again with correct
// lengths and checksums, so that the reader sees what a test has changed.

#include <cstdint>
#include <vector>

namespace lockstep::trace {

inline constexpr std::size_t kTraceHeader = 12, kChunkHeader = 8;  // bytes

std::vector<std::vector<std::uint8_t>> ChunksOf(const std::vector<std::uint8_t>& file);

// A file with the header of `original`.
std::vector<std::uint8_t> FileOf(const std::vector<std::uint8_t>& original,
                                 const std::vector<std::vector<std::uint8_t>>& chunks);

}  // namespace lockstep::trace
