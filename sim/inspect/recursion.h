#pragma once

// Recursion that needs more stack than the program has asked for. Threads here have 512 KB and more, so the program
// goes on; a GPU ends the kernel.

#include <mutex>
#include <optional>

#include "sim/inspect/context.h"

namespace lockstep::inspect {

class RecursionCheck {
 public:
  explicit RecursionCheck(CheckContext& context) : context_(context) {}

  // A function calls itself at `site`, directly or through others, and keeps at least `bytes` on the stack meanwhile.
  void Enters(launch::ThreadRun& thread, const LockstepSite* site, std::uint64_t bytes);
  static void Leaves(launch::ThreadRun& thread, std::uint64_t bytes);
  // Reports the deepest recursion of the launch, if one was too deep.
  void LaunchEnds(const launch::LaunchOutcome& outcome);

 private:
  struct Deepest {
    std::uint64_t bytes = 0;
    std::uint32_t calls = 0;
    check::Rank rank;
    const LockstepSite* site = nullptr;
    report::FindingSide side;
  };

  CheckContext& context_;
  std::mutex mutex_;
  std::optional<Deepest> deepest_;
};

}  // namespace lockstep::inspect
