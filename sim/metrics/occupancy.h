#pragma once

// How many blocks of a launch one multiprocessor can hold at once, and what limits them (CUDA Best Practices Guide,
// "Occupancy"; the rules of allocation are those of the vendor's occupancy calculator).

#include <cstdint>
#include <optional>

#include "sim/metrics/device.h"

namespace lockstep {

struct BlockNeeds {
  std::uint32_t threads = 1;  // of a block
  std::uint64_t shared = 0;   // bytes of a block, static and dynamic
  // Of a thread. A CPU does not know what the device's compiler would use; nothing: registers are left out.
  std::optional<std::uint32_t> registers;
};

enum class OccupancyLimit : std::uint8_t { kThreads, kBlocks, kShared, kRegisters };

struct Occupancy {
  std::uint32_t blocks = 0;      // of the launch on one multiprocessor; 0: the block does not fit at all
  std::uint32_t warps = 0;       // of those blocks
  std::uint32_t most_warps = 0;  // that a multiprocessor has room for
  OccupancyLimit limit{};        // what keeps the next block out
  // Blocks by each limit alone; the registers' where they are known.
  std::uint32_t by_threads = 0, by_blocks = 0, by_shared = 0;
  std::optional<std::uint32_t> by_registers;
  double fraction() const { return most_warps ? static_cast<double>(warps) / most_warps : 0; }
};

Occupancy OccupancyOf(const Device& device, const BlockNeeds& needs);

// The most registers a thread may use before they, and not the rest, limit the blocks (at most 255).
std::uint32_t RegistersToSpare(const Device& device, const BlockNeeds& needs);

}  // namespace lockstep
