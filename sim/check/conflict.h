#pragma once

// Two accesses of one launch to the same bytes that no barrier keeps apart: whether that is a race, and of
// which kind. The cell's check (races.h) finds them; what happened between the two decides.

#include <optional>

#include "shared/report/kind.h"

namespace lockstep::check {

// The facts about both. "Earlier" is the access that came first in this run.
struct Conflict {
  bool writes = false, wrote = false;          // this access; the earlier one
  bool is_atomic = false, was_atomic = false;  // likewise
  bool is_strong = false, was_strong = false;  // an atomic or volatile
  bool is_shared = false;                      // memory of one block, or of its cluster
  // The earlier thread has released what it did, by an atomic or a fence, and this one has acquired it.
  bool is_released = false;
  // ... by a read that it waited by and that was no acquire, and it has made no fence since that reaches the other. Of
  // a write: nor has it read the cell before, which would say so already.
  bool owes_fence = false;
  // This thread has read the value of an atomic or volatile at this address before.
  bool has_acquired = false;
  // Both write on one line of the source, and both threads have read the cell there.
  bool updates_on_one_line = false;
  bool is_same_value = false;  // both write, and the value is the same
};

// None: the two are in order after all.
constexpr std::optional<report::FindingKind> RaceOf(const Conflict& c) {
  // A plain access may be done before the wait. Where the earlier one is a read, what it has read it has.
  if (c.is_released && c.owes_fence && c.wrote && !c.is_strong) return report::FindingKind::kFenceMissing;
  if (c.is_released) return std::nullopt;
  // A flag that the thread has waited for is read once more, plainly: it has seen what it reads.
  if (c.has_acquired && c.was_strong && c.wrote && !c.writes) return std::nullopt;
  if (c.is_atomic || c.was_atomic) return report::FindingKind::kAtomicRace;
  if (c.updates_on_one_line) return report::FindingKind::kLostUpdate;
  if (c.is_same_value) return report::FindingKind::kSameValueRace;
  return c.is_shared ? report::FindingKind::kSharedRace : report::FindingKind::kGlobalRace;
}

}  // namespace lockstep::check
