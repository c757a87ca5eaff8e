#pragma once

// What ends a kernel, or would end it on a GPU, other than its accesses: assertions, traps, stack overflows, loops that
// do not end. And arithmetic that C++ leaves undefined.

#include "sim/inspect/context.h"

namespace lockstep::inspect {

class FaultCheck {
 public:
  explicit FaultCheck(CheckContext& context) : context_(context) {}

  // The launch ended with a fault that no finding has reported.
  void Report(const launch::LaunchOutcome& outcome);
  // `what` is one of LOCKSTEP_UNDEFINED_*.
  void ReportUndefined(launch::ThreadRun& thread, const LockstepSite* site, std::uint64_t what, std::uint64_t operand);
  [[noreturn]] void ReportEndless(launch::ThreadRun& thread, const LockstepSite* site);

 private:
  CheckContext& context_;
};

}  // namespace lockstep::inspect
