#pragma once

// The limits of a process and everything that it has started, together. The use is read from /proc, so nothing in the
// kernel needs to be set up, and the limits hold for root too.

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "shared/base/unnamed_use.h"

namespace lockstep {

// 0: no limit.
struct ProcessLimits {
  std::chrono::milliseconds processor{0};  // time on processors, of all processes together
  std::chrono::milliseconds elapsed{0};    // time on the clock
  std::chrono::milliseconds asleep{0};     // on the clock, while all of them wait, and not for a processor or the disk
  std::uint64_t memory = 0;                // resident bytes, tables, shared memory (shared/base/unnamed_use.h)
  std::size_t threads = 0;                 // a process has at least one
  std::filesystem::path folder;            // that they write to; empty: none
  std::size_t files = 0;                   // files, links and folders in it; anything else there is too much
  std::uint64_t file_bytes = 0;            // of all of them, and of deleted ones that are still open
};

enum class Excess : std::uint8_t { kNone, kProcessor, kElapsed, kAsleep, kMemory, kThreads, kFiles };
// "it used more than 2048 MiB of memory"
std::string Describe(Excess excess, const ProcessLimits& limits);

// The use of the processes as seen so far.
struct Progress {
  std::uint64_t ticks = 0;                // on processors
  std::chrono::milliseconds at{0};        // of `elapsed`: when they were last looked at
  std::chrono::milliseconds asleep{0};    // how long all of them have waited
  std::map<pid_t, std::uint64_t> by_pid;  // ticks of each, last seen; a parent need not count its children's
  std::uint64_t sum = 0;                  // of what these have grown by
};

// The part of this look that the next one at the same processes needs.
struct LastLook {
  Progress progress;
  std::optional<std::chrono::milliseconds> unnamed_at;  // of `elapsed`: when this was last found
  UnnamedUse unnamed;
  SeenMemory seen;
};

// The first limit that is exceeded now by `root` and its descendants. The table of processes is read again at most
// every 20 ms, whoever asks. `last` is kept for the next call. Thread-safe.
Excess FindExcess(pid_t root, std::chrono::milliseconds elapsed, const ProcessLimits& limits, LastLook& last);

}  // namespace lockstep
