#pragma once

// One memory instruction of one warp, and what it costs in the memory system.
//
// Sources of the rules: CUDA C++ Programming Guide, "Device Memory Accesses" (a warp's access is served in 32-byte
// segments) and "Shared Memory" of compute capability 5.x and later (32 banks, each 4 bytes wide; lanes that ask for
// the same word share it); Nsight Compute, "Metrics Decoder", for the names. docs/METRICS.md has the table.

#include <array>
#include <cstdint>

#include "shared/trace/words.h"

namespace lockstep {

inline constexpr std::uint32_t kSectorBytes = 32;
inline constexpr std::uint32_t kBanks = 32, kBankBytes = 4;
// No instruction moves more for one lane; longer copies are several.
inline constexpr std::uint32_t kMostBytesALane = 16;

struct WarpRequest {
  std::uint32_t lanes = 0;  // bit i: lane i takes part
  std::uint32_t size = 0;   // bytes a lane, 1 to kMostBytesALane
  std::array<std::uint64_t, kWarpSize> addresses{};
};

// Different 32-byte sectors that the request touches (l1tex__t_sectors_pipe_lsu_mem_global_op_*).
std::uint32_t Sectors(const WarpRequest& request);

// The fewest sectors that could hold the different bytes that the request touches.
std::uint32_t IdealSectors(const WarpRequest& request);

// Rounds that shared memory needs (l1tex__data_pipe_lsu_wavefronts_mem_shared): in one round each bank serves one word
// to any number of lanes. Lanes of 8 bytes go in two halves of a warp, lanes of 16 bytes in four quarters, one after
// the other.
std::uint32_t BankWavefronts(const WarpRequest& request);

// The rounds where no two lanes are in each other's way: one for each half or quarter that has lanes. What
// BankWavefronts has more than that are the bank conflicts (l1tex__data_bank_conflicts_pipe_lsu_mem_shared).
std::uint32_t IdealWavefronts(const WarpRequest& request);

// The most lanes that name the same address: an atomic serves them one after the other. 0 without lanes.
std::uint32_t LanesOnOneAddress(const WarpRequest& request);

}  // namespace lockstep
