#pragma once

// One memory instruction of the chosen thread's warp: what each lane touches, and what that costs. Lanes belong
// together that execute it in the same round (stepping.h), which is how a warp of hardware would issue it.

#include <array>
#include <cstdint>
#include <vector>

#include "shared/metrics/warp_request.h"
#include "shared/replay/accesses.h"

namespace lockstep::replay {

struct WarpAccess {
  ObjectId object = ObjectId::kNone;
  bool shared = false;                      // memory of the block: banks count; else sectors do
  bool writes = false, done = false;        // as in Touch, of the chosen thread
  StepIndex step = kNoStep;                 // the chosen thread's
  std::uint32_t lane = 0;                   // of the chosen thread
  std::uint32_t lane_count = 0;             // of this warp: 32, or fewer in the last one of a block
  std::array<std::uint64_t, 32> offsets{};  // in the object, of the lanes that take part
  WarpRequest request;
};

// Those of the line that the thread is on, in its order. An access of more than 16 bytes is left out: no instruction
// makes one.
std::vector<WarpAccess> WarpAccessesOf(const Model& model, ThreadSlot thread);

// The accesses to one row of 128 bytes: 32 words of 4 bytes, which are 4 sectors of global memory, or one word of each
// bank of shared memory.
struct MemoryRow {
  std::uint64_t number = 0;               // address / 128
  std::array<std::uint32_t, 32> lanes{};  // of each word: the lanes that touch it, as bits
};
// The rows that it touches, by address.
std::vector<MemoryRow> RowsOf(const WarpAccess& access);

// How many words each bank has to serve one after the other: in the worst of the groups of lanes that go together.
std::array<std::uint32_t, 32> WordsOfBanks(const WarpAccess& access);

}  // namespace lockstep::replay
