#pragma once

// How much a reader takes, and a writer makes.

#include <cstddef>
#include <cstdint>

#include "shared/trace/trace.h"

namespace lockstep {

// What ReadTrace() takes at most for a file of so many bytes on a machine that has so many to spare: half of those; a
// thousand times the file, but a gibibyte for every file, since steps that repeat and memory that is all the same take
// next to nothing in it; and never more than TraceLimits has by itself.
TraceLimits LimitsFor(std::uint64_t file_size, std::uint64_t available);

// The most that a recording holds of what a view draws or follows one by one. A program that comes near them is not
// known; a forged file of a few kilobytes goes as far past them as it likes, so readers refuse it (validate.h).
inline constexpr std::size_t kMostDimensions = 32;      // of an object's shape
inline constexpr std::size_t kMostThreads = 1 << 24;    // of all recorded blocks of one launch
inline constexpr std::size_t kMostCallsDeep = 1 << 16;  // functions that a thread is in at once
inline constexpr std::size_t kMostFindings = 10'000;
inline constexpr std::size_t kMostSides = 256;  // of one finding
inline constexpr std::size_t kMostSidesTogether = 50'000;

}  // namespace lockstep
