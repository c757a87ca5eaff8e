#include "sim/inspect/warps.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "sim/inspect/barrier_words.h"

namespace lockstep::inspect {
namespace {

// The part of the keys that sets findings of one kind and place apart; values (values.cpp) have 1.
enum Reason : std::uint64_t { kLeavesOutCaller = 2, kTookAnotherWay = 3 };

launch::ThreadRun& FirstOf(launch::BlockRun& run, std::uint32_t warp, std::uint32_t lanes) {
  return run.thread(warp * trace::kWarpSize + static_cast<std::uint32_t>(std::countr_zero(lanes)));
}

}  // namespace

void WarpCheck::Meets(CheckedBlock* block, launch::ThreadRun& thread, std::uint32_t mask) {
  // It has come to the operation after all: in a loop, for example.
  if (block && !block->skipped.empty())
    std::erase_if(block->skipped, [&](const Skipped& s) { return s.thread == thread.linear && s.site == thread.site; });
  if (!(mask >> (thread.linear % trace::kWarpSize) & 1)) ReportMask(thread, mask);
}

void WarpCheck::HasMet(CheckedBlock& block, launch::BlockRun& run, std::uint32_t warp,
                       const launch::WarpMeeting& meeting) {
  CheckCalls(run, warp, meeting);
  CheckMissing(block, run, warp, meeting);
  block.sync.MeetWarp(warp, meeting.arrived);
  const std::uint32_t together = meeting.arrived | block.exited[warp];
  meeting.orders_memory ? block.order.Meet(warp, together) : block.order.ComeTogether(warp, together);
}

void WarpCheck::CheckCalls(launch::BlockRun& run, std::uint32_t warp, const launch::WarpMeeting& meeting) {
  if (!meeting.arrived) return;
  const launch::ThreadRun& first = FirstOf(run, warp, meeting.arrived);
  for (std::uint32_t left = meeting.arrived; left; left &= left - 1) {
    const launch::ThreadRun& lane = FirstOf(run, warp, left);
    if (!IsUneven({first.site, first.complete}, {lane.site, lane.complete})) continue;
    report::Finding finding =
        context_.Begin(report::FindingKind::kWarpMask,
                       fmt::format("lanes of the mask 0x{:08x} meet at different calls", meeting.mask), first.site);
    finding.sides = {context_.SideOf(first, first.site, report::Action::kWait, 0),
                     context_.SideOf(lane, lane.site, report::Action::kWait, 0)};
    finding.hint = "every lane that the mask names must come to the same call";
    return context_.Add({report::FindingKind::kWarpMask, first.site->id, lane.site->id}, first, std::move(finding));
  }
}

// Lanes that the mask names, took another way, and have left since.
void WarpCheck::CheckMissing(CheckedBlock& block, launch::BlockRun& run, std::uint32_t warp,
                             const launch::WarpMeeting& meeting) {
  const std::uint32_t missing = meeting.mask & ~meeting.arrived;
  if (!missing || block.skipped.empty() || !meeting.arrived) return;
  const launch::ThreadRun& comes = FirstOf(run, warp, meeting.arrived);
  const auto skipped = std::ranges::find_if(block.skipped, [&](const Skipped& s) {
    return s.thread / trace::kWarpSize == warp && missing >> (s.thread % trace::kWarpSize) & 1 &&
           s.site == comes.site && !s.leaves_loop;
  });
  if (skipped == block.skipped.end()) return;
  report::Finding finding = context_.Begin(
      report::FindingKind::kWarpMask,
      "lanes come to a `_sync` operation in a branch that others, whom its mask names too, do not take", comes.site);
  finding.sides = {context_.SideOf(comes, comes.site, report::Action::kWait, 0),
                   context_.SideOf(run.thread(skipped->thread), nullptr, report::Action::kCall, 0)};
  finding.sides.back().note = "goes another way";
  finding.hint = kNameOnlyComingLanes;
  context_.Add({report::FindingKind::kWarpMask, comes.site->id, 0, kTookAnotherWay}, comes, std::move(finding));
}

void WarpCheck::ReportMask(launch::ThreadRun& thread, std::uint32_t mask) {
  report::Finding finding = context_.Begin(
      report::FindingKind::kWarpMask,
      fmt::format("a thread calls a `_sync` operation whose mask 0x{:08x} leaves out the thread itself", mask),
      thread.site);
  finding.sides.push_back(context_.SideOf(thread, thread.site, report::Action::kWait, 0));
  finding.sides.back().note = fmt::format("as lane {}", thread.linear % trace::kWarpSize);
  finding.hint = "name every lane that reaches the call, including this one";
  context_.Add({report::FindingKind::kWarpMask, thread.site ? thread.site->id : 0, 0, kLeavesOutCaller}, thread,
               std::move(finding));
}

}  // namespace lockstep::inspect
