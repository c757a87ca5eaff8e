#pragma once

// A thread of a block that runs, and what the lanes of a warp do together.

#include <algorithm>
#include <bit>
#include <cstdint>

#include "shared/trace/lookup.h"
#include "shared/trace/recording.h"
#include "shared/trace/words.h"
#include "sim/hooks/state.h"
#include "sim/launch/fiber.h"

namespace lockstep::launch {

inline constexpr unsigned kMaxThreads = 1024;
inline constexpr unsigned kMaxWarps = kMaxThreads / trace::kWarpSize;

// The place of a thread's wait. A thread that can go on again keeps what it has waited for until it does.
enum class Waits : std::uint8_t {
  kNothing,
  kBlockBarrier,
  kNamedBarrier,
  kWarp,
  kConvergence,
  kClusterBarrier,
  kGridBarrier,
  kExited
};

class BlockRun;
struct ThreadRun;

// The work of a warp operation once all lanes have come. It reads operands and writes results.
using WarpCompletion = void (*)(ThreadRun* lanes, std::uint32_t arrived);

// The calls that led a thread to where it asks which lanes are with it (sim/compile/pass/language/call_paths.h): lanes
// are together where `place` is equal. `rounds` compares lanes of one place whose loops have gone round differently
// often: the smaller, the further behind. Its low bits count the loops, and the rounds of the outermost lie highest.
struct CallPath {
  std::uint64_t place = 0, rounds = 0;

  void AddPlace(std::uint64_t id) { place = (std::rotl(place, 29) ^ id) * 0x9e3779b97f4a7c15u; }
  // Limit: of loops deeper than four, and of rounds beyond 16383, it is unknown which lane is behind.
  void AddRound(std::uint32_t round) {
    constexpr std::uint32_t kBits = 14, kMostRounds = (1u << kBits) - 1;
    AddPlace(round + 1ull);
    const std::uint64_t depth = rounds % 8;
    if (depth < 4) rounds += (std::uint64_t{std::min(round, kMostRounds)} << (64 - kBits * (depth + 1))) + 1;
  }
};

// The numbers that compiled code keeps as x, y and z.
inline trace::Dim3 ToDim3(const std::uint32_t* values) { return {values[0], values[1], values[2]}; }
// The index of a block in its grid.
inline std::uint64_t LinearBlock(const LockstepBlock& block) {
  return trace::LinearIndex(ToDim3(block.index), ToDim3(block.grid_dim));
}

// The part of a launch between `<<<` and `>>>` (device code).
struct LaunchShapeHere {
  trace::Dim3 grid{1, 1, 1}, block{1, 1, 1};
  std::uint64_t dynamic_shared = 0;
  std::uint64_t stream = 0;
};

// Check mode: how far the thread has come in its loops (sim/inspect/rounds.h).
struct RoundsOfThread {
  std::uint64_t gone = 0;           // iterations, when those that are left are over
  std::uint64_t row = 0;            // iterations that are left of a row of questions
  std::uint32_t rows = 0;           // that have begun
  bool repeats = false;             // in this row
  bool awaits_nan = false;          // when it was last asked
  std::uint64_t time = 0;           // processor time
  std::uint64_t repeats_since = 0;  // in that; 0: it does not
};

// Check mode: values in a frame that a loop computes and only what comes after it uses. Whether the thread ever leaves
// the loop does not depend on them. Has the layout of __lockstep_check_carries's `room`; the values follow.
struct CarriedValues {
  // The number of loops that the thread had begun when it began this one: it never comes again. 0: none of the
  // function.
  std::uint64_t loop = 0;
  CarriedValues* others = nullptr;  // in frames of callers
  std::uint64_t bytes = 0;          // with the words of this struct
};

// Check mode: whether the thread goes round a loop that polls, and is where it was before.
struct PollsOfThread {
  std::uint64_t since = 0;  // the moment from which on states are compared (BlockRun::RepeatsAtPolls)
  std::uint64_t count = 0;  // polls since then
  std::uint64_t kept = 0;   // the state at one of them
  bool repeats = false;     // it was the same at a later one
};

// All that compiled code still knows when it calls a function of the runtime: the registers that the call keeps, and
// its stack from `stack` up.
struct CallerState {
  std::uint64_t rbx = 0, rbp = 0, r12 = 0, r13 = 0, r14 = 0, r15 = 0;
  std::uint64_t returns_to = 0;
  const char* stack = nullptr;
};

// A thread: what compiled code sees of it first, then what is ours. What a switch needs lies in one line of the cache.
struct alignas(64) ThreadRun : LockstepThread {
  BlockRun* run = nullptr;  // null where the block is a plain loop
  Context context;
  bool watched = false;  // an observer looks on (plain loops; others ask their block)
  Waits waits = Waits::kNothing;
  std::uint32_t wait_detail = 0;  // kNamedBarrier: its number; kWarp: the mask; kConvergence: 1 where it asks for lanes
  Stack stack;
  std::uint64_t operand = 0;                            // what the thread brings to a warp operation
  std::uint32_t operand_lane = 0;                       // shuffles: whose value it wants
  WarpCompletion complete = nullptr;                    // of the operation that it has come to
  std::uint64_t result = 0;                             // what it gets
  std::uint32_t meeting = 0;                            // the last of its warp's in which it took part, from 1 on
  std::uint32_t operand_origin = 0, result_origin = 0;  // check mode: where values that were never written come from
  std::uint32_t recursive_calls = 0;                    // check mode: that have not returned,
  std::uint64_t recursion_bytes = 0;                    // and the stack that they need on a GPU
  RoundsOfThread rounds;
  CarriedValues* carried = nullptr;  // of the functions that the thread is in
  std::uint64_t carrying_loops = 0;  // that it has begun
  CallerState caller;                // where it last came to wait or to poll; unknown where its `stack` is null
  PollsOfThread polls;
  std::uint32_t depth = 0;  // of calls (recordings)
  std::uint64_t key = 0;    // how far it has come, for OrderKind::kLockstep
  CallPath path;
  std::uint64_t call_context = 0;  // sim/hooks/explain.h: of the call that it makes
  std::uint32_t ahead = 0;         // ... requests that it came to first since it let others go on
  std::uint64_t accesses = 0;      // ... of memory that threads share
  LaunchShapeHere launch;          // of the kernel that it is about to launch
  std::uint32_t last_error = 0;    // cudaGetLastError in device code
};

// The operation that the lanes of one mask do together.
struct WarpMeeting {
  std::uint32_t mask = 0;  // 0: free
  std::uint32_t arrived = 0;
  // `__syncwarp`: what the lanes have done to memory is seen by the others. Shuffles, votes and their kin promise no
  // such thing (CUDA C++ Programming Guide, "Warp Shuffle Functions").
  bool orders_memory = false;
};

}  // namespace lockstep::launch
