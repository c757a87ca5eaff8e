#pragma once

// Limits on what a reader accepts and a writer produces.

#include <cstddef>
#include <cstdint>

#include "shared/trace/trace.h"

namespace lockstep::trace {

// The most memory that ReadTrace() uses for a file of `file_size` bytes on a machine with `available` bytes: half of
// the available memory; 4000 times the file's size, but at least two gibibytes, because repeated steps (a loop's
// take a twentieth of a byte each) and uniform memory take almost no space in a file; and never more than the default
// of TraceLimits.
TraceLimits LimitsFor(std::uint64_t file_size, std::uint64_t available);

// Limits on the parts of a recording that a view draws or follows one by one. No known program comes near them, but a
// forged file of a few kilobytes can exceed them by any factor, so readers reject it (validate.h).
inline constexpr std::size_t kMostDimensions = 32;      // of an object's shape
inline constexpr std::size_t kMostThreads = 1 << 24;    // of all recorded blocks of one launch
inline constexpr std::size_t kMostCallsDeep = 1 << 16;  // functions on one thread's call stack
inline constexpr std::size_t kMostSteps = 1u << 30;     // of all launches
inline constexpr std::size_t kMostHostEvents = 200'000;
inline constexpr std::size_t kMostBuildWords = 10'000;
inline constexpr std::size_t kMostFindings = 10'000;
inline constexpr std::size_t kMostSides = 256;  // of one finding
inline constexpr std::size_t kMostSidesTogether = 50'000;

}  // namespace lockstep::trace
