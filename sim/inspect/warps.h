#pragma once

// Warp operations: masks that leave out the caller, lanes that meet at different calls, lanes that the mask names and
// that take another way. And what a meeting of lanes means for their order.

#include "sim/inspect/block.h"
#include "sim/inspect/context.h"

namespace lockstep::inspect {

// A lane that has come to a warp operation.
struct LaneCall {
  const LockstepSite* site = nullptr;
  launch::WarpCompletion operation = nullptr;
};
// True if two lanes that complete each other's operation have come to different calls of it.
constexpr bool IsUneven(const LaneCall& one, const LaneCall& other) {
  return one.site && other.site && (one.site->line != other.site->line || one.operation != other.operation);
}

class WarpCheck {
 public:
  explicit WarpCheck(CheckContext& context) : context_(context) {}

  // The thread comes to a warp operation.
  void Meets(CheckedBlock* block, launch::ThreadRun& thread, std::uint32_t mask);
  // All lanes of the mask that have not left have come.
  void HasMet(CheckedBlock& block, launch::BlockRun& run, std::uint32_t warp, const launch::WarpMeeting& meeting);

 private:
  void CheckCalls(launch::BlockRun& run, std::uint32_t warp, const launch::WarpMeeting& meeting);
  void CheckMissing(CheckedBlock& block, launch::BlockRun& run, std::uint32_t warp, const launch::WarpMeeting& meeting);
  void ReportMask(launch::ThreadRun& thread, std::uint32_t mask);

  CheckContext& context_;
};

}  // namespace lockstep::inspect
