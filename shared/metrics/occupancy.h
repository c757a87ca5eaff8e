#pragma once

// The number of blocks of a launch that one multiprocessor can hold at once, and the resource that limits it (CUDA Best
// Practices Guide, "Occupancy"; the rules of allocation are those of the vendor's occupancy calculator).

#include <cstdint>
#include <optional>

#include "shared/metrics/line_counts.h"
#include "shared/session/devices.h"

namespace lockstep::metrics {

struct BlockNeeds {
  std::uint32_t threads = 1;  // of a block
  std::uint64_t shared = 0;   // bytes of a block, static and dynamic
  // For each thread. A CPU build does not know what the device's compiler would use; if empty, registers are ignored.
  std::optional<std::uint32_t> registers;
};

enum class OccupancyLimit : std::uint8_t { kThreads, kBlocks, kShared, kRegisters };

struct Occupancy {
  std::uint32_t blocks = 0;      // of the launch on one multiprocessor; 0: the block does not fit at all
  std::uint32_t warps = 0;       // of those blocks
  std::uint32_t most_warps = 0;  // capacity of a multiprocessor
  OccupancyLimit limit{};        // the resource that the next block lacks
  // The number of blocks by each limit alone; by registers if they are known.
  std::uint32_t by_threads = 0, by_blocks = 0, by_shared = 0;
  std::optional<std::uint32_t> by_registers;
  double fraction() const { return most_warps ? static_cast<double>(warps) / most_warps : 0; }
};

// The resources that a launch shape needs on the device.
BlockNeeds NeedsOf(const KernelCounts& kernel, const LaunchShape& shape, std::optional<std::uint32_t> registers);

Occupancy OccupancyOf(const session::Device& device, const BlockNeeds& needs);

// The most registers that a thread may use before registers become the limit (at most 255).
std::uint32_t RegistersToSpare(const session::Device& device, const BlockNeeds& needs);

}  // namespace lockstep::metrics
