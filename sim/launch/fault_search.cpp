#include "sim/launch/fault_search.h"

#include "sim/launch/faults.h"
#include "sim/launch/interrupt.h"

namespace lockstep::launch {
namespace {

constexpr std::chrono::milliseconds kLongest{500};  // of processor time

// Lanes under a mask may fault elsewhere in an access than all of them together.
bool AreNear(const void* a, const void* b) {
  constexpr std::uintptr_t kPage = 4096;
  return reinterpret_cast<std::uintptr_t>(a) / kPage == reinterpret_cast<std::uintptr_t>(b) / kPage;
}

}  // namespace

bool IsSignal(LaunchFault fault) {
  return fault == LaunchFault::kIllegalAddress || fault == LaunchFault::kMisalignedAddress ||
         fault == LaunchFault::kIllegalInstruction;
}

// The last of the fewest threads that still have the fault is the one that has it.
void FindThread(LockstepBlock& block, machine::AddressRange code, const std::function<void()>& run,
                LaunchOutcome& outcome) {
  const TimeLimit limit(code, kLongest);
  bool has_time = true;
  const auto faults = [&] {
    if (!has_time) return false;
    const LaunchOutcome again = Guard(nullptr, run);
    has_time = again.fault != LaunchFault::kInterrupted;
    return again.fault == outcome.fault && AreNear(again.address, outcome.address);
  };
  for (const int dimension : {2, 1, 0}) {
    std::uint32_t without = 0, with = block.end[dimension];
    while (with - without > 1) {
      const std::uint32_t middle = block.end[dimension] = without + (with - without) / 2;
      (faults() ? with : without) = middle;
    }
    block.end[dimension] = with;
  }
  outcome.has_thread = faults();
  outcome.has_block = true;
  outcome.thread = {block.end[0] - 1, block.end[1] - 1, block.end[2] - 1};
  outcome.block = {block.index[0], block.index[1], block.index[2]};
  outcome.what = DescribeSignal(outcome);
}

}  // namespace lockstep::launch
