#pragma once

// One memory instruction of one warp, and its cost in the memory system.
//
// Sources of the rules: CUDA C++ Programming Guide, "Device Memory Accesses" (a warp's access is served in 32-byte
// segments) and "Shared Memory" of compute capability 5.x and later (32 banks, each 4 bytes wide; lanes that ask for
// the same word share it); Nsight Compute, "Metrics Decoder", for the names. docs/METRICS.md has the table.

#include <array>
#include <cstdint>

#include "shared/trace/words.h"

namespace lockstep::metrics {

inline constexpr std::uint32_t kSectorBytes = 32;
inline constexpr std::uint32_t kBanks = 32, kBankBytes = 4;
// The most bytes that an instruction moves for one lane; longer copies are several instructions.
inline constexpr std::uint32_t kMostBytesALane = 16;

struct WarpRequest {
  std::uint32_t lanes = 0;  // bit i: lane i participates
  std::uint32_t size = 0;   // bytes for each lane, 1 to kMostBytesALane
  std::array<std::uint64_t, trace::kWarpSize> addresses{};
};

// The number of different 32-byte sectors that the request touches (l1tex__t_sectors_pipe_lsu_mem_global_op_*).
std::uint32_t Sectors(const WarpRequest& request);

// The same for the lanes' own arrays in local memory, where `addresses` count from the beginning of each lane's array:
// a word (4 bytes) of all 32 lanes stands side by side in 4 sectors (CUDA C++ Programming Guide, "Local Memory").
std::uint32_t LocalSectors(const WarpRequest& request);

// The smallest number of sectors that could hold the bytes that the request touches.
std::uint32_t IdealSectors(const WarpRequest& request);

// The number of sectors that the lanes' bytes would fill if they were contiguous, but at most `sectors`, which it has.
std::uint32_t DueSectors(const WarpRequest& request, std::uint32_t sectors);

// The number of rounds that shared memory needs (l1tex__data_pipe_lsu_wavefronts_mem_shared): in one round each bank
// serves one word to any number of lanes. Lanes of 8 bytes are served in two halves of a warp, lanes of 16 bytes in
// four quarters, one after the other.
std::uint32_t BankWavefronts(const WarpRequest& request);

// The number of rounds without any conflict: one for each half or quarter that has participating lanes. The difference
// to BankWavefronts is the number of bank conflicts (l1tex__data_bank_conflicts_pipe_lsu_mem_shared).
std::uint32_t IdealWavefronts(const WarpRequest& request);

// The lanes, as bits, at the address that most of them have, which an atomic serves one after the other; of several
// such addresses, at the lowest. 0 without lanes.
std::uint32_t LargestCrowd(const WarpRequest& request);
// Their number.
std::uint32_t LanesOnOneAddress(const WarpRequest& request);

}  // namespace lockstep::metrics
