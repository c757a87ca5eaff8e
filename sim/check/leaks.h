#pragma once

// Which memory that is still allocated when a program ends has leaked.

#include <optional>

namespace lockstep::check {

// How the program ended.
struct ProgramEnd {
  bool has_failed = false;         // a kernel has: every CUDA call since has failed, also those that free
  std::optional<int> exit_status;  // none: not known, because it left by _exit or quick_exit
};

// After a fault a program may end at once, as its error checks do, and owes no free. One that ends well has gone on.
constexpr bool HasGivenUp(const ProgramEnd& end) { return end.has_failed && end.exit_status != 0; }

// `was_freed_in_vain`: a call that frees it has failed for the fault only.
constexpr bool HasLeaked(const ProgramEnd& end, bool was_freed_in_vain) {
  return !was_freed_in_vain && !HasGivenUp(end);
}

}  // namespace lockstep::check
