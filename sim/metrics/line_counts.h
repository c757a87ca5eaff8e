#pragma once

// What the lines of kernels cost over a whole run: counters that requests are added to, and the sum that a program
// hands to `lockstep check --explain`. docs/METRICS.md says what each counter is in the words of the vendor's profiler.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "shared/base/error.h"
#include "shared/trace/recording.h"

namespace lockstep {

// The first three are those of AccessKind (shared/trace/words.h); the order is that of sim/hooks/explain.h.
enum class RequestKind : std::uint8_t { kLoad, kStore, kAtomic, kBranch, kLine };
enum class CountedMemory : std::uint8_t { kNone, kGlobal, kShared };

// Of one kind of instruction on one line (a warp's instruction: "request").
struct Counts {
  std::uint64_t requests = 0;                    // instructions executed, warp by warp
  std::uint64_t lanes = 0;                       // lanes that took part, summed over the requests
  std::uint64_t possible = 0;                    // lanes that those warps have: 32 each, fewer in a block's last warp
  std::uint64_t sectors = 0, ideal_sectors = 0;  // global memory
  std::uint64_t due_sectors =
      0;  // no more than `sectors`, nor than the lanes' bytes fill side by side: all else is waste
  std::uint64_t wavefronts = 0, ideal_wavefronts = 0;  // shared memory
  std::uint32_t most_wavefronts = 0;                   // of one request
  std::uint64_t divergent = 0;                         // branches on which lanes of one request went several ways
  std::uint64_t same_address = 0;       // atomics: the most lanes on one address, summed over the requests
  std::uint32_t most_same_address = 0;  // ... the largest of them
  std::uint64_t hottest = 0;            // atomics: by lanes on the one address that got most, over the run
  bool hottest_is_least = false;        // more addresses than are followed: `hottest` is a lower bound
  void Add(const Counts& more);         // `hottest` of different addresses: the larger
};

struct LineCounts {
  std::string file;
  std::uint32_t line = 0;
  std::string function;  // that the line is part of
  RequestKind kind = RequestKind::kLine;
  CountedMemory memory = CountedMemory::kNone;
  Counts counts;
};

// Launches of one kernel with one shape.
struct LaunchShape {
  Dim3 grid, block;
  std::uint64_t dynamic_shared = 0;  // bytes
  std::uint64_t launches = 0;
  std::uint32_t first = 0;  // the first of them: its number in program order
};

struct KernelCounts {
  std::string name, file;  // as people read it; where its first line is
  std::uint32_t line = 0;
  std::uint64_t static_shared = 0;  // bytes of a block
  std::uint32_t max_threads = 0;    // __launch_bounds__; 0: none
  std::vector<LaunchShape> shapes;  // in the order of their first launch
  std::vector<LineCounts> lines;    // by file and line
};

// By order of their first launch.
using RunCounts = std::vector<KernelCounts>;

// The file through which a program hands them over. kExplainVariable of the environment names it.
inline constexpr char kExplainVariable[] = "LOCKSTEP_EXPLAIN";
Expected<void> WriteCounts(const RunCounts& counts, const std::string& path);
Expected<RunCounts> ReadCounts(const std::string& path);

}  // namespace lockstep
