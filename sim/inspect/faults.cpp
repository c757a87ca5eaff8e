#include "sim/inspect/faults.h"

#include <fmt/format.h>

#include <vector>

#include "sim/inspect/fault_words.h"
#include "sim/inspect/worker.h"
#include "sim/launch/faults.h"

namespace lockstep::inspect {

void FaultCheck::Report(const launch::LaunchOutcome& outcome) {
  const report::FindingKind kind = KindOf(outcome);
  report::Finding finding = context_.Begin(kind, FactOf(outcome), outcome.site);
  if (outcome.has_thread)
    finding.sides.push_back({.action = report::Action::kCall,
                             .block = outcome.block,
                             .thread = outcome.thread,
                             .place = context_.PlaceOf(outcome.site),
                             .note = "was last seen"});
  else if (kind != report::FindingKind::kDeadlock)
    finding.origin = outcome.what;
  finding.hint = HintFor(outcome);
  context_.collector.Add({kind, outcome.site ? outcome.site->id : 0}, {.launch = context_.launch.number},
                         [&] { return std::move(finding); });
}

void FaultCheck::ReportUndefined(launch::ThreadRun& thread, const LockstepSite* site, std::uint64_t what,
                                 std::uint64_t operand) {
  const check::FindingKey key{KindOfUndefined(what), site->id, what >> 32};
  context_.collector.Add(key, context_.RankOf(thread), ThisWorker().recent, [&] {
    report::Finding finding = context_.Begin(key.kind, FactOfUndefined(what, operand), site);
    finding.sides.push_back(context_.SideOf(thread, site, report::Action::kCall, 0));
    finding.sides.back().note = "does it";
    finding.hint = HintForUndefined(what);
    return finding;
  });
}

void FaultCheck::ReportEndless(launch::ThreadRun& thread, const LockstepSite* site, Rounds why, bool awaits_nan) {
  report::Finding finding = context_.Begin(report::FindingKind::kEndless, FactOfEndless(why, awaits_nan), site);
  finding.sides.push_back(context_.SideOf(thread, site, report::Action::kCall, 0));
  finding.sides.back().note = fmt::format("has gone round {} times", thread.rounds.gone);
  finding.hint = HintForEndless(why, awaits_nan);
  context_.fault_is_reported = true;
  context_.Add({report::FindingKind::kEndless, site->id}, thread, std::move(finding));
  launch::RaiseFault(launch::LaunchFault::kTimeout, fmt::format("{} does not end", launch::DescribeCurrentThread()));
}

void FaultCheck::ReportEndlessBlock(launch::BlockRun& run) {
  // Others may wait for those that go round the loop. At the grid's barrier, all of them wait.
  std::vector<const launch::ThreadRun*> live, ready;
  bool awaits_nan = false;
  for (std::uint32_t i = 0; i < run.thread_count(); ++i) {
    const launch::ThreadRun& each = run.thread(i);
    if (each.waits == launch::Waits::kExited) continue;
    live.push_back(&each);
    if (run.IsReady(each)) ready.push_back(&each);
    awaits_nan |= each.rounds.awaits_nan;
  }
  const std::vector<const launch::ThreadRun*>& in_loop = ready.empty() ? live : ready;
  const launch::ThreadRun& thread = *in_loop.front();
  report::Finding finding =
      context_.Begin(report::FindingKind::kEndless, FactOfEndless(Rounds::kRepeat, awaits_nan), thread.site);
  finding.sides.push_back(context_.SideOf(thread, thread.site, report::Action::kCall, 0));
  finding.sides.back().more_threads = in_loop.size() - 1;
  finding.sides.back().note = NoteOfEndless(thread.waits);
  finding.hint = HintForEndlessBlock(awaits_nan);
  context_.fault_is_reported = true;
  // Other findings of the block come first: they may be the reason.
  check::Rank rank = context_.RankOf(thread);
  rank.thread = ~std::uint64_t{0};
  context_.collector.Add({report::FindingKind::kEndless, thread.site ? thread.site->id : 0}, rank,
                         [&] { return std::move(finding); });
}

}  // namespace lockstep::inspect
