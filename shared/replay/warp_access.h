#pragma once

// One memory instruction of the chosen thread's warp: the addresses of each lane, and the cost. Lanes belong together
// if they execute the instruction in the same round (stepping.h), which is how hardware would issue it for a warp.

#include <array>
#include <cstdint>
#include <vector>

#include "shared/metrics/warp_request.h"
#include "shared/replay/accesses.h"

namespace lockstep::replay {

struct WarpAccess {
  trace::ObjectId object = trace::ObjectId::kNone;
  bool shared = false;                      // shared memory, whose cost is in banks; else sectors
  bool writes = false, done = false;        // as in Touch, for the chosen thread
  bool atomic = false;                      // lanes on one address take turns
  StepIndex step = kNoStep;                 // the chosen thread's
  std::uint32_t lane = 0;                   // of the chosen thread
  std::uint32_t lane_count = 0;             // of this warp: 32, or fewer in the last one of a block
  std::uint32_t part = 0, parts = 1;        // of an element that no single instruction moves
  std::array<std::uint64_t, 32> offsets{};  // in the object, of the participating lanes
  metrics::WarpRequest request;
};

// The most bytes that an instruction moves of an element of `size` bytes: alignments are powers of two that divide it,
// so a struct of three floats is moved in three parts. Limit: a recording does not say whether the type promises less,
// as a struct of four floats does.
constexpr std::uint32_t BytesOfPart(std::uint32_t size) { return size & (~size + 1); }

// The accesses of the line that the thread is on, in program order, and each in its parts. Accesses of more than 16
// bytes are left out: no instruction makes one.
std::vector<WarpAccess> WarpAccessesOf(const Model& model, ThreadSlot thread);

// The accesses to one row of 128 bytes: 32 words of 4 bytes, which are 4 sectors of global memory, or one word of each
// bank of shared memory.
struct MemoryRow {
  std::uint64_t number = 0;               // address / 128
  std::array<std::uint32_t, 32> lanes{};  // for each word, the lanes that touch it, as bits
};
// The rows that an access touches, by address.
std::vector<MemoryRow> RowsOf(const WarpAccess& access);

// The number of words that each bank serves one after the other, in the worst of the groups of lanes served together.
std::array<std::uint32_t, 32> WordsOfBanks(const WarpAccess& access);

// The offset to which most lanes go: an atomic operation has them take turns there.
struct Crowd {
  std::uint64_t offset = 0;
  std::uint32_t lanes = 0;
};
Crowd LargestCrowd(const WarpAccess& access);

}  // namespace lockstep::replay
