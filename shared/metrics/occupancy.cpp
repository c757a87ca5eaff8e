#include "shared/metrics/occupancy.h"

#include <algorithm>

#include "shared/trace/words.h"

namespace lockstep::metrics {
namespace {

constexpr std::uint32_t kRegisters = 65536, kMostRegisters = 255;
// Registers are given to warps in units of 256, and to warps in fours.
constexpr std::uint32_t kRegisterUnit = 256, kWarpUnit = 4;

std::uint64_t Bytes(int kib) { return static_cast<std::uint64_t>(kib) << 10; }
std::uint64_t RoundUp(std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; }

std::uint32_t WarpsOf(const BlockNeeds& needs) { return (needs.threads + trace::kWarpSize - 1) / trace::kWarpSize; }

std::uint32_t BlocksByShared(const session::Device& device, const BlockNeeds& needs) {
  if (needs.shared > Bytes(device.block_shared_kib)) return 0;
  const std::uint64_t each = RoundUp(needs.shared + device.reserved_shared(), device.capability >= 80 ? 128 : 256);
  return static_cast<std::uint32_t>(each ? Bytes(device.shared_kib) / each : device.blocks);
}

std::uint32_t BlocksByRegisters(std::uint32_t registers, std::uint32_t warps) {
  const std::uint64_t a_warp = RoundUp(std::uint64_t{std::max(registers, 1u)} * trace::kWarpSize, kRegisterUnit);
  return static_cast<std::uint32_t>(kRegisters / a_warp / kWarpUnit * kWarpUnit / warps);
}

}  // namespace

BlockNeeds NeedsOf(const KernelCounts& kernel, const LaunchShape& shape, std::optional<std::uint32_t> registers) {
  return {.threads = static_cast<std::uint32_t>(shape.block.Count()),
          .shared = kernel.static_shared + shape.dynamic_shared,
          .registers = registers};
}

Occupancy OccupancyOf(const session::Device& device, const BlockNeeds& needs) {
  const std::uint32_t warps = std::max(WarpsOf(needs), 1u);
  Occupancy found{.most_warps = static_cast<std::uint32_t>(device.threads) / trace::kWarpSize};
  found.by_threads = found.most_warps / warps;
  found.by_blocks = static_cast<std::uint32_t>(device.blocks);
  found.by_shared = BlocksByShared(device, needs);
  if (needs.registers) found.by_registers = BlocksByRegisters(*needs.registers, warps);

  found.blocks = found.by_threads;
  found.limit = OccupancyLimit::kThreads;
  const auto limit = [&](std::uint32_t blocks, OccupancyLimit by) {
    if (blocks < found.blocks) found.blocks = blocks, found.limit = by;
  };
  limit(found.by_blocks, OccupancyLimit::kBlocks);
  limit(found.by_shared, OccupancyLimit::kShared);
  if (found.by_registers) limit(*found.by_registers, OccupancyLimit::kRegisters);
  found.warps = found.blocks * warps;
  return found;
}

std::uint32_t RegistersToSpare(const session::Device& device, const BlockNeeds& needs) {
  BlockNeeds without = needs;
  without.registers.reset();
  const std::uint32_t blocks = OccupancyOf(device, without).blocks, warps = std::max(WarpsOf(needs), 1u);
  for (std::uint32_t registers = kMostRegisters; registers > 0; --registers)
    if (BlocksByRegisters(registers, warps) >= blocks) return registers;
  return 0;
}

}  // namespace lockstep::metrics
