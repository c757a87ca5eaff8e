#pragma once

// Two accesses to the same bytes that no barrier, and no order of launches, keeps apart: whether that is a race, and of
// which kind. The cell's check (races.h) finds them; what happened between the two decides.

#include <optional>

#include "shared/report/kind.h"

namespace lockstep {

// What is known of both. "Earlier" is the access that came first in this run.
struct Conflict {
  bool writes = false, wrote = false;          // this access; the earlier one
  bool is_atomic = false, was_atomic = false;  // likewise
  bool was_strong = false;                     // the earlier one was an atomic or volatile
  bool in_earlier_launch = false;              // the earlier one: of work that may still run on another stream
  bool is_shared = false;                      // memory of one block, or of its cluster
  // The earlier thread has released what it did, by an atomic or a fence, and this one has acquired it.
  bool is_released = false;
  // This thread has read the value of an atomic or volatile at this address before.
  bool has_acquired = false;
  // Both write on one line of the source, and this thread has read there what it writes now.
  bool updates_on_one_line = false;
  bool is_same_value = false;  // both write, and the value is the same
};

// None: the two are in order after all.
constexpr std::optional<FindingKind> RaceOf(const Conflict& c) {
  if (c.in_earlier_launch) return FindingKind::kStreamRace;
  if (c.is_released) return std::nullopt;
  // A flag that the thread has waited for is read once more, plainly: it has seen what it reads.
  if (c.has_acquired && c.was_strong && c.wrote && !c.writes) return std::nullopt;
  if (c.is_atomic || c.was_atomic) return FindingKind::kAtomicRace;
  if (c.updates_on_one_line) return FindingKind::kLostUpdate;
  if (c.is_same_value) return FindingKind::kSameValueRace;
  return c.is_shared ? FindingKind::kSharedRace : FindingKind::kGlobalRace;
}

}  // namespace lockstep
