#pragma once

// The costs of the lines of kernels over a whole run, and the total work of kernels and host: counters that requests
// are added to, and the total that a program passes to `lockstep check --explain`. docs/METRICS.md explains each
// counter in the terms of the vendor's profiler.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "shared/base/error.h"
#include "shared/trace/recording.h"

namespace lockstep::metrics {

// The first three are those of AccessKind (shared/trace/words.h); the order is that of sim/hooks/explain.h.
enum class RequestKind : std::uint8_t { kLoad, kStore, kAtomic, kBranch, kLine };
enum class CountedMemory : std::uint8_t { kNone, kGlobal, kShared, kLocal };

// The counts of one kind of instruction on one line (an instruction of a warp is a "request").
struct Counts {
  std::uint64_t requests = 0;                    // instructions executed, warp by warp
  std::uint64_t lanes = 0;                       // participating lanes, summed over the requests
  std::uint64_t possible = 0;                    // lanes that those warps have: 32 each, fewer in a block's last warp
  std::uint64_t sectors = 0, ideal_sectors = 0;  // global and local memory
  std::uint64_t due_sectors = 0;  // at most `sectors`, and at most what the lanes' bytes would fill contiguously
  std::uint64_t wavefronts = 0, ideal_wavefronts = 0;  // shared memory
  std::uint32_t most_wavefronts = 0;                   // of one request
  std::uint64_t divergent = 0;                         // branches at which the lanes of one request diverged
  std::uint64_t same_address = 0;       // atomics: the most lanes on one address, summed over the requests
  std::uint32_t most_same_address = 0;  // ... the largest of them
  std::uint64_t hottest = 0;            // atomics: lanes on the address with most of them, over the run
  bool hottest_is_least = false;        // too many addresses: `hottest` is a lower bound
  void Add(const Counts& more);         // takes the larger `hottest`
};

// 0 if there were none.
inline double PerRequest(std::uint64_t number, std::uint64_t requests) {
  return requests ? static_cast<double>(number) / static_cast<double>(requests) : 0;
}

struct LineCounts {
  std::string file;
  std::uint32_t line = 0;
  std::string function;  // that contains the line
  RequestKind kind = RequestKind::kLine;
  CountedMemory memory = CountedMemory::kNone;
  Counts counts;
};

// Launches of one kernel with one shape.
struct LaunchShape {
  trace::Dim3 grid, block;
  std::uint64_t dynamic_shared = 0;  // bytes
  std::uint64_t launches = 0;
  std::uint32_t first = 0;  // the first of them: its number in program order
};

// The accesses of a kernel's threads to one of the arrays that the kernel can name.
struct ArrayCounts {
  std::string name;  // of the parameter or the variable; empty: other memory
  CountedMemory memory = CountedMemory::kGlobal;
  std::uint64_t reads = 0, writes = 0, atomics = 0;  // by threads, not by warps
  std::uint64_t bytes_read = 0, bytes_written = 0;   // an atomic's count as both
  void Add(RequestKind kind, std::uint64_t bytes);
  void Add(const ArrayCounts& more);
};

// The other work of a kernel's threads.
struct Work {
  std::uint64_t operations = 0;           // floating-point operations; a fused a*b+c counts as two
  std::uint64_t barriers = 0;             // that blocks have passed
  std::uint64_t most_barriers = 0;        // ... one block
  std::uint64_t shuffles = 0, votes = 0;  // by threads
  std::uint64_t busiest_thread = 0;       // accesses of the thread with most of them
  std::uint64_t longest_stretch = 0;      // ... between two meetings with others: of its block or its warp
  std::uint64_t async_copies = 0;         // asynchronous ones that threads have begun
  std::uint64_t async_bytes = 0;          // ... their bytes
  // Reads of shared memory by threads that have begun an asynchronous copy; at each of them, the groups of copies that
  // the thread still has to wait for.
  std::uint64_t reads_of_copiers = 0, groups_at_reads = 0;
  std::uint64_t fetches = 0;  // from textures, by threads
  void Add(const Work& more);
};

// The host's operations on the device's memory.
struct HostCounts {
  std::uint64_t copies_to_device = 0, bytes_to_device = 0;
  std::uint64_t copies_to_host = 0, bytes_to_host = 0;
  std::uint64_t copies_on_device = 0, bytes_on_device = 0;
  std::uint64_t peak_bytes = 0;  // of device memory, in use at once
  // The bytes that the host hands to kernels without a copy: those that it has stored into managed, pinned and
  // registered memory before a launch, and arguments of launches.
  std::uint64_t stored_bytes = 0, argument_bytes = 0;
};

struct KernelCounts {
  std::string name, file;  // demangled; the file of its first line
  std::uint32_t line = 0;
  std::uint64_t static_shared = 0;  // bytes of a block
  std::uint32_t max_threads = 0;    // __launch_bounds__; 0: none
  bool is_played = false;           // by host code
  std::vector<LaunchShape> shapes;  // in the order of their first launch
  std::vector<LineCounts> lines;    // by file and line
  std::vector<ArrayCounts> arrays;  // that were used: parameters, shared variables, other variables, other memory
  Work work;
};

struct RunCounts {
  std::vector<KernelCounts> kernels;  // by order of their first launch
  HostCounts host;
};

// In the file that LOCKSTEP_EXPLAIN names, in which a program passes its counts on.
Expected<void> WriteCounts(const RunCounts& counts, const std::string& path);
Expected<RunCounts> ReadCounts(const std::string& path);

}  // namespace lockstep::metrics
