#include "sim/inspect/barriers.h"

#include <algorithm>

#include "sim/inspect/barrier_words.h"
#include "sim/inspect/waiting.h"

namespace lockstep::inspect {
namespace {

// The part of the keys that sets findings of one kind and place apart.
enum Reason : std::uint64_t { kNeverComes = 1, kNotCooperative = 2 };

constexpr std::uint64_t kWholeGrid = ~std::uint64_t{0};

// The number of the block's cluster in its grid.
std::uint64_t ClusterOf(const LockstepBlock& block) {
  std::uint64_t number = 0;
  for (int d = 2; d >= 0; --d)
    number = number * (block.grid_dim[d] / block.cluster_dim[d]) + block.index[d] / block.cluster_dim[d];
  return number;
}

std::uint32_t IdOf(const LockstepSite* site) { return site ? site->id : 0; }

}  // namespace

void BarrierCheck::LaunchBegins() {
  at_grid_.clear();
  left_grid_.reset();
  floors_.clear();
}

// --- arriving

void BarrierCheck::Arrives(CheckedBlock& block, launch::ThreadRun& thread, launch::Waits at) {
  if (at == launch::Waits::kBlockBarrier) {
    // Threads that the host plays meet between its loops, wherever each of them was last.
    if (!thread.run || !thread.run->is_played()) CheckSites(block, thread);
    if (block.arrived.empty()) block.arrived.resize(block.order.threads());
    block.arrived[thread.linear] = thread.site;
  }
  if (at == launch::Waits::kNamedBarrier) block.named[thread.linear] = true;
  if (at != launch::Waits::kGridBarrier) return;
  if (!thread.run->is_cooperative()) return ReportLoneGrid(thread);
  const std::lock_guard lock(mutex_);
  grid_site_ = thread.site;
}

void BarrierCheck::Skips(CheckedBlock& block, launch::ThreadRun& thread, const LockstepSite* site, bool leaves_loop) {
  // In a block that is a plain loop no thread waits for another.
  if (!thread.run) return;
  const std::uint32_t now = block.order.barriers();
  for (Skipped& known : block.skipped)
    if (known.thread == thread.linear && known.site == site) {
      known.leaves_loop = leaves_loop && (known.leaves_loop || known.generation != now);
      known.generation = now;
      return;
    }
  block.skipped.push_back({thread.linear, now, site, leaves_loop});
}

void BarrierCheck::CheckSites(CheckedBlock& block, launch::ThreadRun& thread) {
  if (!block.barrier_site) {
    block.barrier_site = thread.site;
    block.barrier_thread = thread.linear;
    return;
  }
  if (!thread.site || block.barrier_site->line == thread.site->line) return;
  const bool is_known = std::ranges::any_of(block.apart, [&](const MetApart& met) {
    return (met.first == block.barrier_site && met.second == thread.site) ||
           (met.first == thread.site && met.second == block.barrier_site);
  });
  if (is_known) return;
  block.apart.push_back({.first = block.barrier_site,
                         .second = thread.site,
                         .generation = block.order.barriers(),
                         .first_thread = block.barrier_thread,
                         .second_thread = thread.linear});
}

// Threads met at different barriers. If those of one of them come to the other one later, they are a barrier behind the
// others, which have skipped theirs.
void BarrierCheck::CheckSlips(CheckedBlock& block, launch::BlockRun& run) {
  if (block.arrived.empty()) return;
  std::erase_if(block.apart, [&](MetApart& met) {
    if (met.at.empty()) {
      met.at = block.arrived;
      return false;
    }
    const auto is_at = [](const LockstepSite* at, const LockstepSite* site) { return at && at->line == site->line; };
    ApartFacts facts;
    std::uint32_t first = met.first_thread, second = met.second_thread;
    for (std::uint32_t i = 0; i < met.at.size(); ++i) {
      if (is_at(met.at[i], met.first) && is_at(block.arrived[i], met.second)) facts.first_at_second = true, first = i;
      if (is_at(met.at[i], met.second) && is_at(block.arrived[i], met.first)) facts.second_at_first = true, second = i;
    }
    const Apart apart = ApartOf(facts);
    if (apart == Apart::kFirstSlips) ReportSkip(run.thread(first), run.thread(second), met.first);
    if (apart == Apart::kSecondSlips) ReportSkip(run.thread(second), run.thread(first), met.second);
    return apart != Apart::kNotYet;
  });
}

void BarrierCheck::BlockEnds(CheckedBlock& block, launch::BlockRun& run) {
  for (const MetApart& met : block.apart) ReportMixed(met, run);
  block.apart.clear();
}

// --- passing

bool BarrierCheck::Passes(CheckedBlock& block, launch::ThreadRun& thread, launch::Waits at) {
  if (at == launch::Waits::kNamedBarrier) PassNamed(block, thread);
  if (at != launch::Waits::kBlockBarrier && at != launch::Waits::kClusterBarrier && at != launch::Waits::kGridBarrier)
    return false;
  if (++block.generation[thread.linear] <= block.order.barriers()) return false;
  block.barrier_site = nullptr;
  CheckSkips(block, *thread.run);
  block.sync.PassBarrier();
  if (at == launch::Waits::kBlockBarrier)
    block.order.PassBarrier();
  else
    PassShared(block, thread, at);
  return true;
}

// A barrier that several blocks share: all of them pass it into episodes from the same one on.
void BarrierCheck::PassShared(CheckedBlock& block, launch::ThreadRun& thread, launch::Waits at) {
  const bool of_grid = at == launch::Waits::kGridBarrier;
  if (of_grid && std::ranges::any_of(block.exited, [](std::uint32_t lanes) { return lanes != 0; }))
    ReportLeftGrid(thread, block);
  const std::lock_guard lock(mutex_);
  const BarrierKey key = of_grid ? BarrierKey{kWholeGrid, block.grid_barriers++}
                                 : BarrierKey{ClusterOf(*thread.block), block.cluster_barriers++};
  block.order.PassGridBarrier(floors_.try_emplace(key, context_.episodes.next()).first->second);
}

// All threads that wait at the same named barrier go on together.
void BarrierCheck::PassNamed(CheckedBlock& block, launch::ThreadRun& thread) {
  if (!block.named[thread.linear]) return;
  std::vector<std::uint32_t> together;
  for (std::uint32_t i = 0; i < block.order.threads(); ++i) {
    const launch::ThreadRun& other = thread.run->thread(i);
    const bool still_waits = other.waits == launch::Waits::kNamedBarrier && !thread.run->IsReady(other);
    if (block.named[i] && !still_waits && other.wait_detail == thread.wait_detail) together.push_back(i);
  }
  for (std::uint32_t i : together) block.named[i] = false;
  const auto arrived = block.arrived_only.find(thread.wait_detail);
  if (arrived == block.arrived_only.end()) return block.order.MeetThreads(together);
  block.order.MeetThreads(together, &arrived->second);
  block.arrived_only.erase(arrived);
}

void BarrierCheck::ArrivesOnly(CheckedBlock& block, const launch::ThreadRun& thread, std::uint32_t number) {
  block.order.Arrive(thread.linear, block.arrived_only[number]);
}

// Threads of the block that took the way around a barrier while others came to it, before the next one.
void BarrierCheck::CheckSkips(CheckedBlock& block, launch::BlockRun& run) {
  const std::uint32_t now = block.order.barriers();
  for (const Skipped& skipped : block.skipped) {
    const launch::ThreadRun& other = run.thread(skipped.thread);
    const Skip skip = SkipOf({.is_of_this_barrier = skipped.generation == now,
                              .has_arrived = !block.arrived.empty() && block.arrived[skipped.thread],
                              .leaves_loop = skipped.leaves_loop,
                              .has_exited = other.waits == launch::Waits::kExited});
    const auto waits = std::ranges::find(block.arrived, skipped.site);
    if (skip == Skip::kNone || waits == block.arrived.end()) continue;
    const launch::ThreadRun& first = run.thread(static_cast<std::uint32_t>(waits - block.arrived.begin()));
    skip == Skip::kLeftEarly ? ReportLeft(first, other, skipped.site) : ReportSkip(first, other, skipped.site);
  }
  CheckSlips(block, run);
  std::erase_if(block.skipped, [&](const Skipped& skipped) { return skipped.generation == now; });
  std::ranges::fill(block.arrived, nullptr);
}

// --- findings about a block's barrier

// GPUs since Volta count who comes, wherever that is; CUDA's text asks for one barrier.
void BarrierCheck::ReportMixed(const MetApart& met, launch::BlockRun& run) {
  const launch::ThreadRun &first = run.thread(met.first_thread), &second = run.thread(met.second_thread);
  const LockstepSite* later = met.second->line > met.first->line ? met.second : met.first;
  report::Finding finding =
      context_.Begin(report::FindingKind::kBarrierMixed, "threads of a block meet at different barriers", later);
  finding.sides = {context_.SideOf(first, met.first, report::Action::kWait, 0),
                   context_.SideOf(second, met.second, report::Action::kWait, 0)};
  finding.hint =
      "put one `__syncthreads()` where all threads of the block come by: CUDA does not promise that different ones "
      "open";
  const auto [low, high] = std::minmax<std::uint64_t>(met.second->id, met.first->id);
  context_.Add({report::FindingKind::kBarrierMixed, low, high}, second, std::move(finding));
}

void BarrierCheck::ReportSkip(const launch::ThreadRun& waits, const launch::ThreadRun& skips,
                              const LockstepSite* site) {
  report::Finding finding =
      context_.Begin(report::FindingKind::kBarrierSkipped,
                     "threads of a block come to a barrier in a branch that others of the block do not take", site);
  report::FindingSide first = context_.SideOf(waits, site, report::Action::kWait, 0),
                      second = context_.SideOf(skips, nullptr, report::Action::kCall, 0);
  first.note = "at the barrier";
  second.note = "goes another way";
  finding.sides = {std::move(first), std::move(second)};
  finding.hint = kMoveOutOfBranch;
  context_.Add({report::FindingKind::kBarrierSkipped, site->id, 0, kNeverComes}, waits, std::move(finding));
}

// The barrier opens without threads that have left, on Volta and later.
void BarrierCheck::ReportLeft(const launch::ThreadRun& waits, const launch::ThreadRun& left, const LockstepSite* site) {
  report::Finding finding = context_.Begin(
      report::FindingKind::kBarrierLeft, "threads have left a loop and the kernel before a barrier of the loop", site);
  report::FindingSide first = context_.SideOf(waits, site, report::Action::kWait, 0);
  first.note = "at the barrier";
  finding.sides = {std::move(first), context_.SideOf(left, nullptr, report::Action::kLeave, 0)};
  finding.hint = "GPUs before Volta wait for them forever: let all threads of the block run the same number of rounds";
  context_.Add({report::FindingKind::kBarrierLeft, site->id}, waits, std::move(finding));
}

namespace {

// Threads of a block that wait at one line for the same.
struct Group {
  const launch::ThreadRun* first = nullptr;
  std::uint64_t count = 0;
};
struct Waiting {
  using Where = std::tuple<std::string, std::uint32_t, launch::Waits>;  // file, line, what for
  std::map<Where, Group> groups;
  std::vector<launch::Waits> waits;
  const launch::ThreadRun* first = nullptr;
  Group gone;  // threads that have left the kernel
};

Waiting FindWaiting(launch::BlockRun& run) {
  Waiting found;
  for (std::uint32_t i = 0; i < run.thread_count(); ++i) {
    const launch::ThreadRun& thread = run.thread(i);
    const bool gone = thread.waits == launch::Waits::kExited;
    const LockstepSite* site = thread.site;
    Group& group = gone ? found.gone : found.groups[{site ? site->file : "", site ? site->line : 0, thread.waits}];
    if (group.count++ == 0) group.first = &thread;
    if (gone) continue;
    if (!found.first) found.first = &thread;
    found.waits.push_back(thread.waits);
  }
  return found;
}

// The place of the first group that waits for `guilty`, else of the first thread.
const LockstepSite* SiteOf(const Waiting& waiting, launch::Waits guilty) {
  for (const auto& [where, group] : waiting.groups)
    if (std::get<launch::Waits>(where) == guilty) return group.first->site;
  return waiting.first->site;
}

}  // namespace

void BarrierCheck::ReportDeadlock(launch::BlockRun& run, std::uint64_t not_started) {
  const Waiting waiting = FindWaiting(run);
  if (!waiting.first) return;
  const DeadlockWords words = WordsOf(DeadlockOf(waiting.waits, not_started), not_started);
  const LockstepSite* site = SiteOf(waiting, words.guilty);
  report::Finding finding = context_.Begin(words.kind, words.fact, site);
  for (const auto& [where, group] : waiting.groups) {
    report::FindingSide access = context_.SideOf(*group.first, group.first->site, report::Action::kWait, 0);
    access.more_threads = group.count - 1;
    access.note = PlaceOfWait(std::get<launch::Waits>(where), group.first->wait_detail);
    finding.sides.push_back(std::move(access));
  }
  if (waiting.gone.first) {
    finding.sides.push_back(context_.SideOf(*waiting.gone.first, nullptr, report::Action::kLeave, 0));
    finding.sides.back().more_threads = waiting.gone.count - 1;
  }
  finding.hint = run.has_host_threads() ? kCountWhoComes : words.hint;
  context_.fault_is_reported = true;
  // Other findings of the block come first: they may be the reason.
  check::Rank rank = context_.RankOf(*waiting.first);
  rank.thread = ~std::uint64_t{0};
  context_.collector.Add({words.kind, IdOf(site), 0, kNeverComes}, rank, [&] { return std::move(finding); });
}

// --- the grid's barrier

// For the case that other blocks never reach it.
void BarrierCheck::GridBlockStops(launch::BlockRun& run, launch::BlockState state) {
  const std::lock_guard lock(mutex_);
  if (state == launch::BlockState::kAtGrid) {
    std::uint32_t first = 0;
    while (run.thread(first).waits != launch::Waits::kGridBarrier) ++first;
    report::FindingSide waits = context_.SideOf(run.thread(first), run.thread(first).site, report::Action::kWait, 0);
    waits.more_threads = run.live() - 1;
    waits.note = PlaceOfWait(launch::Waits::kGridBarrier, 0);
    at_grid_[run.linear()] = std::move(waits);
    return;
  }
  at_grid_.erase(run.linear());
  if (state != launch::BlockState::kFinished || (left_grid_ && left_grid_block_ < run.linear())) return;
  left_grid_ = context_.SideOf(run.thread(0), nullptr, report::Action::kLeave, 0);
  left_grid_->more_threads = run.thread_count() - 1;
  left_grid_block_ = run.linear();
}

// Without a cooperative launch nothing promises that all blocks run at once; cooperative_groups ends such a kernel.
void BarrierCheck::ReportLoneGrid(launch::ThreadRun& thread) {
  report::Finding finding =
      context_.Begin(report::FindingKind::kGridBarrierSkipped,
                     "a kernel waits for the whole grid, but its launch is not cooperative", thread.site);
  finding.sides.push_back(context_.SideOf(thread, thread.site, report::Action::kWait, 0));
  finding.sides.back().note = PlaceOfWait(launch::Waits::kGridBarrier, 0);
  finding.sides.push_back(
      {.action = report::Action::kLaunch, .by_host = true, .place = session::HostPlace(context_.launch.caller)});
  finding.hint = "launch it with `cudaLaunchCooperativeKernel`; a GPU ends the kernel here";
  context_.fault_is_reported = true;
  context_.Add({report::FindingKind::kGridBarrierSkipped, IdOf(thread.site), 0, kNotCooperative}, thread,
               std::move(finding));
}

// The grid's barrier opens here though some threads have left; on a GPU it need not.
void BarrierCheck::ReportLeftGrid(launch::ThreadRun& thread, const CheckedBlock& block) {
  Group left;
  for (std::uint32_t i = 0; i < block.order.threads(); ++i)
    if (block.exited[i / trace::kWarpSize] >> (i % trace::kWarpSize) & 1 && !left.count++)
      left.first = &thread.run->thread(i);
  report::Finding finding = context_.Begin(
      report::FindingKind::kGridBarrierSkipped,
      "threads wait at the grid's barrier, and others of the grid have left without coming to it", thread.site);
  report::FindingSide waits = context_.SideOf(thread, thread.site, report::Action::kWait, 0),
                      gone = context_.SideOf(*left.first, nullptr, report::Action::kLeave, 0);
  waits.note = PlaceOfWait(launch::Waits::kGridBarrier, 0);
  waits.more_threads = thread.run->live() - 1;
  gone.more_threads = left.count - 1;
  finding.sides = {std::move(waits), std::move(gone)};
  finding.hint = kComeToGridBarrier;
  context_.Add({report::FindingKind::kGridBarrierSkipped, IdOf(thread.site), 0, kNeverComes}, thread,
               std::move(finding));
}

bool BarrierCheck::ReportFault(const launch::LaunchOutcome& outcome) {
  if (outcome.fault != launch::LaunchFault::kDeadlock || !outcome.waits_at_grid || !grid_site_) return false;
  report::Finding finding = context_.Begin(
      report::FindingKind::kGridBarrierSkipped,
      "blocks wait at the grid's barrier, and another block has left the kernel without coming to it", grid_site_);
  if (!at_grid_.empty()) finding.sides.push_back(at_grid_.begin()->second);
  if (left_grid_) finding.sides.push_back(*left_grid_);
  if (finding.sides.empty()) finding.origin = outcome.what;
  finding.hint = kComeToGridBarrier;
  context_.collector.Add({report::FindingKind::kGridBarrierSkipped, grid_site_->id}, {.launch = context_.launch.number},
                         [&] { return std::move(finding); });
  return true;
}

}  // namespace lockstep::inspect
