#include "sim/inspect/waiting.h"

#include <algorithm>

namespace lockstep::inspect {

Deadlock DeadlockOf(std::span<const launch::Waits> waits, std::uint64_t not_started) {
  const auto has = [&](launch::Waits at) { return std::ranges::find(waits, at) != waits.end(); };
  if (not_started > 0) return Deadlock::kNoRoom;
  if (has(launch::Waits::kWarp)) return Deadlock::kWarp;
  if (has(launch::Waits::kGridBarrier)) return Deadlock::kGrid;
  if (has(launch::Waits::kBlockBarrier)) return Deadlock::kBlock;
  const bool all_poll = std::ranges::all_of(waits, [](launch::Waits at) { return at == launch::Waits::kNothing; });
  return all_poll ? Deadlock::kPoll : Deadlock::kMixed;
}

Skip SkipOf(const SkipFacts& facts) {
  if (!facts.is_of_this_barrier || facts.has_arrived) return Skip::kNone;
  return facts.leaves_loop && facts.has_exited ? Skip::kLeftEarly : Skip::kOtherWay;
}

Apart ApartOf(const ApartFacts& facts) {
  // Threads that change places still come to as many barriers.
  if (facts.first_at_second == facts.second_at_first) return Apart::kNotYet;
  return facts.first_at_second ? Apart::kFirstSlips : Apart::kSecondSlips;
}

}  // namespace lockstep::inspect
