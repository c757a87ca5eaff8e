#pragma once

// The search for blocks that go round in circles because they wait for another block.
//
// A thread that spins looks like one that works; what gives it away is what does not happen meanwhile: no barrier
// opens, no warp meets, no thread leaves. A block that lets others run too early costs a switch, one that never does
// hangs the program. So every loop that waits passes through here sooner or later, by a poll, a line or a meeting.

#include <algorithm>
#include <cstdint>

namespace lockstep::launch {

class Progress {
 public:
  // Something happened that threads may have waited for.
  void NewEvent() { polls_ = lines_ = 0; }

  // Each of these is counted, and true where the block had better let others run.
  //
  // A thread reaches a line (OrderKind::kLockstep).
  bool Line() { return ++lines_ > kMostLines; }
  // A thread goes round a loop that waits, while `live` threads have not left: all of them have polled a few times.
  bool Poll(std::uint32_t live) {
    meetings_of_turn_ = std::min(meetings_of_turn_, kMeetingsWithPolls);
    return ++polls_ > 4 * std::uint64_t{live} + 64 || warp_meetings_ > meetings_of_turn_;
  }
  // The block's barrier opens for `live` threads.
  bool Barrier(std::uint32_t live) { return ++barriers_ > std::min(meetings_of_turn_, threads_of_turn_ / live); }

  // A warp has met. Its lanes are on their way, so others run only where they have met very often already.
  bool WarpMeeting() { return ++warp_meetings_ > warp_meetings_of_turn_; }
  // Before the first turn: blocks that began before it have met very often, and have not ended.
  void OthersHaveMetOften() { threads_of_turn_ = kThreadsOfShortTurn; }
  // Lines since the last event.
  std::uint64_t lines() const { return lines_; }

  // The block let others run, and has its next turn.
  void NewTurn() {
    barriers_ = warp_meetings_ = 0;
    meetings_of_turn_ = kMeetingsOfLaterTurn;
    threads_of_turn_ = kThreadsOfLaterTurn;
    warp_meetings_of_turn_ = kWarpMeetingsOfLaterTurn;
    NewEvent();
  }

 private:
  // Lines with no event.
  static constexpr std::uint64_t kMostLines = 1 << 20;
  // A block that meets very often, at barriers or in its warps, may be waiting for another block too: all the more
  // where it polls between, and where it was found waiting before. Blocks that do not wait should stay together, so
  // that few are in flight; those that do should let others go on soon.
  static constexpr std::uint32_t kMeetingsOfFirstTurn = 1 << 16, kMeetingsWithPolls = 1 << 12,
                                 kMeetingsOfLaterTurn = 64, kThreadsOfFirstTurn = 1 << 21,
                                 kThreadsOfShortTurn = 1 << 15, kThreadsOfLaterTurn = 1 << 12,
                                 kWarpMeetingsOfFirstTurn = 1 << 18, kWarpMeetingsOfLaterTurn = 1 << 10;

  std::uint64_t polls_ = 0, lines_ = 0;             // since the last event
  std::uint32_t barriers_ = 0, warp_meetings_ = 0;  // in this turn
  std::uint32_t meetings_of_turn_ = kMeetingsOfFirstTurn, threads_of_turn_ = kThreadsOfFirstTurn;
  std::uint32_t warp_meetings_of_turn_ = kWarpMeetingsOfFirstTurn;
};

}  // namespace lockstep::launch
