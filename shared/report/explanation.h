#pragma once

// What the lines of kernels cost over a whole run, and how full a device the launches fill: the part of a report that
// `lockstep check --explain` adds. Plain sums; docs/METRICS.md says what each is in the words of the vendor's profiler.

#include <cstdint>
#include <string>
#include <vector>

#include "shared/report/finding.h"

namespace lockstep {

// What a warp's instruction does.
enum class CostKind : std::uint8_t {
  kGlobalRead, kGlobalWrite, kGlobalAtomic, kSharedRead, kSharedWrite, kSharedAtomic,
  kBranch,
  kLine,  // a line that does nothing of these
};
// "global-read", as in JSON.
std::string_view Word(CostKind kind);

// All instructions of one kind on one line.
struct LineCost {
  SourcePlace place;
  CostKind kind{};
  std::uint64_t requests = 0;        // instructions executed, warp by warp
  std::uint64_t lanes = 0;           // lanes that took part, summed over the requests
  std::uint64_t possible_lanes = 0;  // lanes that those warps have: 32 each, fewer in a block's last warp
  std::uint64_t sectors = 0, ideal_sectors = 0;        // kGlobal*: of 32 bytes
  std::uint64_t wavefronts = 0, ideal_wavefronts = 0;  // kShared*: bank ways
  std::uint64_t most_wavefronts = 0;                   // of one request
  std::uint64_t divergent = 0;                         // kBranch: requests whose lanes went several ways
  std::uint64_t same_address = 0;    // k*Atomic: the most lanes on one address, summed over the requests
  std::uint64_t hottest = 0;         // k*Atomic: by lanes on the one address that got most, over the run
  bool hottest_is_least = false;     // `hottest` is a lower bound
};

// Launches of a kernel with one shape, on the chosen device.
struct LaunchCost {
  Dim3 grid, block;
  std::uint64_t dynamic_shared = 0;  // bytes of a block
  std::uint64_t launches = 1;
  std::uint32_t blocks = 0;          // on one multiprocessor at once; 0: the block does not fit
  std::uint32_t warps = 0, most_warps = 0;
  std::string limit;                 // "threads", "blocks" or "shared memory"
  std::uint32_t spare_registers = 0; // a thread may use so many before they lower `blocks`
};

struct KernelCost {
  std::string name;
  SourcePlace place;
  std::uint64_t static_shared = 0;   // bytes of a block
  std::vector<LaunchCost> launches;
  std::vector<LineCost> lines;       // by file, line and kind
};

struct Explanation {
  std::string device;                // "H100"
  std::uint32_t multiprocessors = 0;
  std::vector<KernelCost> kernels;   // in the order of their first launch
};

// Whether the line costs so much more than it must that advice is due. The thresholds are in docs/METRICS.md.
bool IsWorthAdvice(const LineCost& line);
bool IsWorthAdvice(const LaunchCost& launch);

// A finding of severity advice for each line and launch that is worth it.
std::vector<Finding> Advise(const Explanation& explanation);

}  // namespace lockstep
