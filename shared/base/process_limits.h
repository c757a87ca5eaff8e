#pragma once

// What a process and everything that it has started may use together. The use is read from /proc, so nothing in the
// kernel needs to be set up, and the limits hold for root too.

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

namespace lockstep {

// 0: no limit.
struct ProcessLimits {
  std::chrono::milliseconds processor{0};  // time on processors, of all processes together
  std::chrono::milliseconds elapsed{0};    // time on the clock
  std::chrono::milliseconds asleep{0};     // on the clock, without using a processor: all of them wait
  std::uint64_t memory = 0;                // resident bytes; what processes share counts for each of them
  std::size_t threads = 0;                 // a process has at least one
  std::filesystem::path folder;            // that they write to; empty: none
  std::size_t files = 0;                   // files and links in it; anything else there is too much
  std::uint64_t file_bytes = 0;            // of all of them
};

enum class Excess : std::uint8_t { kNone, kProcessor, kElapsed, kAsleep, kMemory, kThreads, kFiles };
// "it used more than 2048 MiB of memory"
std::string Describe(Excess excess, const ProcessLimits& limits);

// When the time on processors was last seen to grow, and to what.
struct LastProgress {
  std::uint64_t ticks = 0;
  std::chrono::milliseconds at{0};  // of `elapsed`
};

// The first limit that is exceeded now by `root` and its descendants. The table of processes is read again at most
// every 20 ms, whoever asks. `last` is kept for the next call. Thread-safe.
Excess FindExcess(pid_t root, std::chrono::milliseconds elapsed, const ProcessLimits& limits, LastProgress& last);

}  // namespace lockstep
