#pragma once

// Decisions about threads that wait: which kind of deadlock they are in, and which way a thread took around a barrier.
// Plain facts in, no words.

#include <cstdint>
#include <span>

#include "sim/launch/block_run.h"

namespace lockstep::inspect {

enum class Deadlock : std::uint8_t {
  kNoRoom,  // blocks that run wait for others, which find no room to start
  kWarp,    // lanes wait for others that never come to the warp operation
  kGrid,    // ... threads, for others of the grid
  kBlock,   // ... for others of the block
  kPoll,    // all wait in loops
  kMixed,   // in several ways
};

// `waits`: what each thread that is left waits for; `not_started`: blocks that find no room.
Deadlock DeadlockOf(std::span<const launch::Waits> waits, std::uint64_t not_started);

// A thread that has gone around a barrier, at which others wait.
enum class Skip : std::uint8_t {
  kNone,       // it has come to a barrier in the same episode all the same
  kOtherWay,   // a branch that the others did not take
  kLeftEarly,  // it left the loop of the barrier, and then the kernel, with nothing more to do
};
struct SkipFacts {
  bool is_of_this_barrier = false;  // it went around since the block's last barrier
  bool has_arrived = false;         // it waits at a barrier of the block
  bool leaves_loop = false, has_exited = false;
};
Skip SkipOf(const SkipFacts& facts);

// Threads of a block that met at two barriers on different lines, and what became of them.
enum class Apart : std::uint8_t {
  kNotYet,      // nothing: as often as they meet, all have come to a barrier
  kFirstSlips,  // those of the first barrier came to the second one later, alone: the others have skipped the first one
  kSecondSlips,  // the other way round
};
struct ApartFacts {
  bool first_at_second = false;  // a thread that was at the first barrier is at the second one now
  bool second_at_first = false;
};
Apart ApartOf(const ApartFacts& facts);

}  // namespace lockstep::inspect
