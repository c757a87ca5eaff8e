#pragma once

// The faults that end a kernel, or would end it on a GPU, other than its accesses: assertions, traps, stack overflows,
// loops that do not end. And arithmetic that C++ leaves undefined.

#include "sim/inspect/context.h"
#include "sim/inspect/rounds.h"

namespace lockstep::inspect {

class FaultCheck {
 public:
  explicit FaultCheck(CheckContext& context) : context_(context) {}

  // The launch ended with a fault that no finding has reported.
  void Report(const launch::LaunchOutcome& outcome);
  // `what` is one of LOCKSTEP_UNDEFINED_*.
  void ReportUndefined(launch::ThreadRun& thread, const LockstepSite* site, std::uint64_t what, std::uint64_t operand);
  // `awaits_nan`: a comparison that ends the loop compares a NaN.
  [[noreturn]] void ReportEndless(launch::ThreadRun& thread, const LockstepSite* site, Rounds why, bool awaits_nan);
  // No thread of the block leaves the loop with a barrier that it is in, because nothing changes in it.
  void ReportEndlessBlock(launch::BlockRun& run);

 private:
  CheckContext& context_;
};

}  // namespace lockstep::inspect
