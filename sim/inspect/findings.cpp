// What the checker says of what it sees: facts in, findings out.

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>

#include "sim/hooks/check.h"
#include "sim/inspect/access_words.h"
#include "sim/inspect/checker.h"
#include "sim/launch/faults.h"

namespace lockstep {
namespace {

// What sets findings of one kind and place apart, in their keys.
enum Saying : std::uint64_t {
  kLeavesOutCaller = 1,
  kNeverComes = 2,
  kTookAnotherWay = 3,
  kNotCooperative = 4,
  kLaneIsNotThere = 5,
};

std::uint64_t LinearOf(const LockstepBlock& block) {
  return block.index[0] +
         std::uint64_t{block.grid_dim[0]} * (block.index[1] + std::uint64_t{block.grid_dim[1]} * block.index[2]);
}

Dim3 Unfold(std::uint64_t linear, Dim3 size) {
  return {static_cast<std::uint32_t>(linear % size.x), static_cast<std::uint32_t>(linear / size.x % size.y),
          static_cast<std::uint32_t>(linear / size.x / size.y)};
}

}  // namespace

// --- parts of findings

SourcePlace Checker::PlaceOf(const LockstepSite* site) const {
  if (!site) return {};
  return {.file = site->file, .line = site->line, .column = site->column, .function = machine_.FunctionOf(*site)};
}

Finding Checker::Begin(FindingKind kind, std::string fact, const LockstepSite* site) const {
  return {.kind = kind,
          .fact = std::move(fact),
          .place = PlaceOf(site),
          .kernel = launch_.kernel ? launch_.kernel->pretty_name : "",
          .launch = launch_.number};
}

Access Checker::TellThread(const ThreadRun& thread, const LockstepSite* site, Deed deed, std::uint64_t size) const {
  const LockstepBlock& block = *thread.block;
  return {.deed = deed,
          .size = size,
          .block = {block.index[0], block.index[1], block.index[2]},
          .thread = {thread.index[0], thread.index[1], thread.index[2]},
          .place = PlaceOf(site)};
}

const Checker::LaunchFacts& Checker::LaunchOf(const Episode& episode) const {
  const auto after = std::ranges::upper_bound(launches_, episode.block, {}, &LaunchFacts::first_block);
  return after != launches_.begin() ? *std::prev(after) : launch_;
}

Access Checker::TellSegment(Segment segment, std::uint32_t site, Deed deed, std::uint64_t size) const {
  const Episode& episode = episodes_[EpisodeOf(segment)];
  const std::uint64_t thread = episode.warp * kWarpSize + LaneOf(segment);
  const LaunchFacts* launch = &LaunchOf(episode);
  if (!launch->kernel)
    return {.deed = Deed::kCalled,
            .by_host = true,
            .place = HostPlace(launch->caller),
            .note = fmt::format("{} it", launch->what)};
  Access access{.deed = deed,
                .size = size,
                .block = Unfold(episode.block - launch->first_block, launch->grid),
                .thread = Unfold(thread, launch->block),
                .place = PlaceOf(SiteAt(site))};
  if (launch->number != launch_.number) access.note = fmt::format("in launch {}", launch->number);
  return access;
}

Rank Checker::RankOf(const ThreadRun& thread) const {
  return {.launch = launch_.number, .block = LinearOf(*thread.block), .thread = thread.linear};
}

// Of a thread of a launch that may be over.
Rank Checker::RankOf(Segment segment) const {
  if (!EpisodeOf(segment)) return {.launch = launch_.number};
  const Episode& episode = episodes_[EpisodeOf(segment)];
  const LaunchFacts& launch = LaunchOf(episode);
  return {.launch = launch.number,
          .block = episode.block - launch.first_block,
          .thread = episode.warp * kWarpSize + LaneOf(segment)};
}

void Checker::Add(const FindingKey& key, const ThreadRun& thread, Finding finding) {
  collector_.Add(key, RankOf(thread), ThisWorker().recent, [&] { return std::move(finding); });
}

bool Checker::CountsAgain(const FindingKey& key, const ThreadRun& thread) {
  return collector_.CountsAgain(key, RankOf(thread), ThisWorker().recent);
}

// --- unwritten memory

// What a kernel made of unwritten memory and stored has the origin of that memory.
std::uint32_t Checker::StoredOriginOf(const Span& span, const Cell& cell) {
  const std::uint32_t stored = std::atomic_ref(span.origins[&cell - span.cells]).load(std::memory_order_relaxed);
  if (!stored || !IsOfLocal(stored)) return stored;
  const Note bad{cell.write};
  const LockstepSite* site = SiteAt(bad.site());
  if (!EpisodeOf(bad.segment()) || !site) return stored;
  const FindingKey key{FindingKind::kUninitializedLocal, site->id, 0, stored};
  const std::lock_guard lock(origin_mutex_);
  auto [index, is_new] =
      origin_index_.try_emplace(key, static_cast<std::uint32_t>(origins_.size()) + LOCKSTEP_ORIGIN_FIRST);
  if (is_new) {
    Finding finding = Begin(FindingKind::kUninitializedLocal, "", site);
    finding.accesses.push_back(TellSegment(bad.segment(), bad.site(), Deed::kWrote, 4));
    TellVariable(finding, stored, "stores", "before it has a value, and what is stored is used");
    origins_.push_back({.finding = std::move(finding), .key = key, .rank = RankOf(bad.segment())});
  }
  return index->second;
}

// Until somebody decides by it, what a lane that is not there gives is no defect.
std::uint32_t Checker::OriginOfLane(ThreadRun& thread, const LockstepSite* site) {
  const FindingKey key{FindingKind::kWarpMask, site->id, kLaneIsNotThere};
  const Rank rank = RankOf(thread);
  const std::lock_guard lock(origin_mutex_);
  auto [found, is_new] =
      origin_index_.try_emplace(key, static_cast<std::uint32_t>(origins_.size()) + LOCKSTEP_ORIGIN_FIRST);
  if (is_new) origins_.push_back({.key = key});
  Origin& origin = origins_[found->second - LOCKSTEP_ORIGIN_FIRST];
  if (!is_new && !(rank < origin.rank)) return found->second;
  origin.rank = rank;
  origin.finding =
      Begin(FindingKind::kWarpMask, "a thread uses what a shuffle gives for a lane that does not take part", site);
  Access asks = TellThread(thread, site, Deed::kCalled, 0);
  asks.note = fmt::format("asks lane {}", thread.operand_lane % kWarpSize);
  origin.finding.accesses.push_back(std::move(asks));
  origin.finding.hint =
      "CUDA leaves that value open: let all lanes come, with a value that changes nothing, or use only what "
      "lanes that take part have brought";
  return found->second;
}

std::uint32_t Checker::OriginOf(ThreadRun& thread, const Touch& touch, const Span& span, const Cell& cell) {
  if (const std::uint32_t stored = StoredOriginOf(span, cell)) return stored;
  const ObjectFacts& known = *memory_.Get(span.object);
  const FindingKind kind = known.space == Space::kShared ? FindingKind::kUninitializedShared
                           : known.space == Space::kHeap ? FindingKind::kUninitializedHeap
                                                         : FindingKind::kUninitializedGlobal;
  const FindingKey key{kind, touch.site->id, 0, span.group};
  const Rank rank = RankOf(thread);
  const std::lock_guard lock(origin_mutex_);
  auto [found, is_new] =
      origin_index_.try_emplace(key, static_cast<std::uint32_t>(origins_.size()) + LOCKSTEP_ORIGIN_FIRST);
  if (is_new) origins_.push_back({.key = key});
  Origin& origin = origins_[found->second - LOCKSTEP_ORIGIN_FIRST];
  if (!is_new && !(rank < origin.rank)) return found->second;
  origin.rank = rank;
  ObjectFacts facts = known;
  facts.address = span.begin;
  facts.size = span.end - span.begin;
  origin.finding =
      Begin(kind,
            fmt::format("a thread uses a value of {} that was never written",
                        Quoted(facts.name, facts.space == Space::kHeap ? "device heap memory" : "global memory")),
            touch.site);
  origin.finding.accesses.push_back(TellThread(thread, touch.site, Deed::kRead, touch.size));
  origin.finding.object = memory_.Tell(facts, touch.address);
  if (facts.space == Space::kGlobal) AddPartialWrite(origin.finding, known);
  origin.finding.hint = facts.space == Space::kShared
                            ? "let some thread of the block write it first, and put `__syncthreads()` between"
                            : "write it first: with a copy, with `cudaMemset`, or in an earlier kernel";
  return found->second;
}

void Checker::ReportUse(ThreadRun& thread, LockstepSite* site, std::uint32_t origin) {
  if (IsOfLocal(origin)) {
    const FindingKey key{FindingKind::kUninitializedLocal, site->id, 0, origin};
    if (CountsAgain(key, thread)) return;
    Finding finding = Begin(FindingKind::kUninitializedLocal, "", site);
    TellVariable(finding, origin, "uses", "before it has a value");
    finding.accesses.push_back({.deed = Deed::kCalled,
                                .block = TellThread(thread, site, Deed::kRead, 0).block,
                                .thread = {thread.index[0], thread.index[1], thread.index[2]},
                                .place = PlaceOf(site),
                                .note = "uses it"});
    return Add(key, thread, std::move(finding));
  }
  Origin known;
  {
    const std::lock_guard lock(origin_mutex_);
    if (origin < LOCKSTEP_ORIGIN_FIRST || origin - LOCKSTEP_ORIGIN_FIRST >= origins_.size()) return;
    const Origin& found = origins_[origin - LOCKSTEP_ORIGIN_FIRST];
    if (collector_.CountsAgain(found.key, found.rank, ThisWorker().recent)) return;
    known = found;
  }
  if (site && (known.finding.place.line != site->line || known.finding.place.file != site->file))
    known.finding.origin = fmt::format("the value is read here and decides something at line {}", site->line);
  collector_.Add(known.key, known.rank, ThisWorker().recent, [&] { return std::move(known.finding); });
}

void Checker::NoteStoredOrigin(Span& span, std::uint64_t address, std::uint64_t size, std::uint32_t origin) {
  memory_.NoteOrigin(span, address, size, origin);
}

// --- waiting

void Checker::CheckBarrierSites(ThreadRun& thread, BlockCheck& block) {
  if (!block.barrier_site) {
    block.barrier_site = thread.site;
    block.barrier_thread = thread.linear;
    return;
  }
  if (!thread.site || block.barrier_site->line == thread.site->line) return;
  const auto went_around = [&](std::uint32_t who, const LockstepSite* site) {
    return std::ranges::any_of(block.skipped, [&](const Skipped& s) {
      return s.thread == who && s.site == site && s.generation == block.order.barriers();
    });
  };
  const ThreadRun& before = thread.run->thread(block.barrier_thread);
  if (went_around(thread.linear, block.barrier_site) && !went_around(block.barrier_thread, thread.site))
    return ReportSkip(*thread.run, before, thread, block.barrier_site);
  if (went_around(block.barrier_thread, thread.site) && !went_around(thread.linear, block.barrier_site))
    return ReportSkip(*thread.run, thread, before, thread.site);
  Finding finding = Begin(FindingKind::kBarrierMixed, "threads of a block meet at different barriers",
                          thread.site->line > block.barrier_site->line ? thread.site : block.barrier_site);
  Access first = TellThread(thread.run->thread(block.barrier_thread), block.barrier_site, Deed::kWaits, 0);
  Access second = TellThread(thread, thread.site, Deed::kWaits, 0);
  finding.accesses = {first, second};
  finding.hint = "put one `__syncthreads()` where all threads of the block come by";
  const std::uint64_t a = thread.site->id, b = block.barrier_site->id;
  Add({FindingKind::kBarrierMixed, std::min(a, b), std::max(a, b)}, thread, std::move(finding));
}

// Threads of the block that took the way around a barrier while others came to it, before the next one.
void Checker::CheckSkips(BlockRun& run, BlockCheck& block) {
  const std::uint32_t now = block.order.barriers();
  for (const Skipped& skipped : block.skipped) {
    if (skipped.generation != now || (!block.arrived.empty() && block.arrived[skipped.thread])) continue;
    for (std::uint32_t i = 0; i < block.arrived.size(); ++i) {
      if (block.arrived[i] != skipped.site) continue;
      const ThreadRun& other = run.thread(skipped.thread);
      if (skipped.leaves_loop && other.waits == Waits::kExited)
        ReportLeft(run.thread(i), other, skipped.site);
      else
        ReportSkip(run, run.thread(i), other, skipped.site);
      break;
    }
  }
  std::erase_if(block.skipped, [&](const Skipped& skipped) { return skipped.generation == now; });
  std::ranges::fill(block.arrived, nullptr);
}

void Checker::ReportSkip(BlockRun&, const ThreadRun& waits, const ThreadRun& skips, const LockstepSite* site) {
  Finding finding =
      Begin(FindingKind::kBarrierSkipped,
            "threads of a block come to a barrier in a branch that others of the block do not take", site);
  Access first = TellThread(waits, site, Deed::kWaits, 0), second = TellThread(skips, nullptr, Deed::kCalled, 0);
  first.note = "at the barrier";
  second.note = "goes another way";
  finding.accesses = {std::move(first), std::move(second)};
  finding.hint = "move the barrier out of the branch, so that every thread of the block comes by";
  Add({FindingKind::kBarrierSkipped, site->id, kNeverComes}, waits, std::move(finding));
}

// They had nothing more to do: the barrier opens without them, on Volta and later.
void Checker::ReportLeft(const ThreadRun& waits, const ThreadRun& left, const LockstepSite* site) {
  Finding finding =
      Begin(FindingKind::kBarrierLeft, "threads have left a loop and the kernel before a barrier of the loop", site);
  Access first = TellThread(waits, site, Deed::kWaits, 0);
  first.note = "at the barrier";
  finding.accesses = {std::move(first), TellThread(left, nullptr, Deed::kLeft, 0)};
  finding.hint = "GPUs before Volta wait for them for ever: let all threads of the block go round as often";
  Add({FindingKind::kBarrierLeft, site->id}, waits, std::move(finding));
}

// Lanes that complete each other's operation at different calls.
void Checker::ReportUnevenMeeting(BlockRun& run, std::uint32_t warp, std::uint32_t mask, std::uint32_t arrived) {
  const ThreadRun* first = nullptr;
  for (std::uint32_t left = arrived; left; left &= left - 1) {
    const ThreadRun& lane = run.thread(warp * kWarpSize + static_cast<std::uint32_t>(std::countr_zero(left)));
    if (!first) first = &lane;
    if (!lane.site || !first->site) continue;
    if (lane.site->line == first->site->line && lane.complete == first->complete) continue;
    Finding finding = Begin(FindingKind::kWarpMask,
                            fmt::format("lanes of the mask 0x{:08x} meet at different calls", mask), first->site);
    finding.accesses = {TellThread(*first, first->site, Deed::kWaits, 0), TellThread(lane, lane.site, Deed::kWaits, 0)};
    finding.hint = "every lane that the mask names must come to the same call";
    Add({FindingKind::kWarpMask, first->site->id, lane.site->id}, *first, std::move(finding));
    return;
  }
}

// Lanes that the mask names, took another way, and have left since.
bool Checker::ReportSkippedMeeting(BlockRun& run, BlockCheck& block, std::uint32_t warp, std::uint32_t missing,
                                   std::uint32_t arrived) {
  if (!missing || block.skipped.empty() || !arrived) return false;
  const ThreadRun& comes = run.thread(warp * kWarpSize + static_cast<std::uint32_t>(std::countr_zero(arrived)));
  for (const Skipped& skipped : block.skipped) {
    if (skipped.thread / kWarpSize != warp || !(missing >> (skipped.thread % kWarpSize) & 1) ||
        skipped.site != comes.site || skipped.leaves_loop)
      continue;
    Finding finding = Begin(
        FindingKind::kWarpMask,
        "lanes come to a `_sync` operation in a branch that others, whom its mask names too, do not take", comes.site);
    Access other = TellThread(run.thread(skipped.thread), nullptr, Deed::kCalled, 0);
    other.note = "goes another way";
    finding.accesses = {TellThread(comes, comes.site, Deed::kWaits, 0), std::move(other)};
    finding.hint = "name only lanes that reach the call in the mask: `__ballot_sync` before the branch returns them";
    Add({FindingKind::kWarpMask, comes.site->id, kTookAnotherWay}, comes, std::move(finding));
    return true;
  }
  return false;
}

void Checker::ReportMask(ThreadRun& thread, std::uint32_t mask) {
  Finding finding =
      Begin(FindingKind::kWarpMask,
            fmt::format("a thread calls a `_sync` operation whose mask 0x{:08x} leaves out the thread itself", mask),
            thread.site);
  finding.accesses.push_back(TellThread(thread, thread.site, Deed::kWaits, 0));
  finding.accesses.back().note = fmt::format("as lane {}", thread.linear % kWarpSize);
  finding.hint = "name every lane that comes to the call, this one too";
  Add({FindingKind::kWarpMask, thread.site ? thread.site->id : 0, kLeavesOutCaller}, thread, std::move(finding));
}

void Checker::ReportDeadlock(BlockRun& run, std::uint64_t not_started) {
  struct Group {
    const ThreadRun* first = nullptr;
    std::uint64_t count = 0;
  };
  std::map<std::tuple<std::string, std::uint32_t, Waits>, Group> groups;
  const ThreadRun* lowest = nullptr;
  std::uint64_t gone = 0;
  const ThreadRun* first_gone = nullptr;
  for (std::uint32_t i = 0; i < run.thread_count(); ++i) {
    const ThreadRun& thread = run.thread(i);
    if (thread.waits == Waits::kExited) {
      if (!gone++) first_gone = &thread;
      continue;
    }
    if (!lowest) lowest = &thread;
    Group& group = groups[{thread.site ? thread.site->file : "", thread.site ? thread.site->line : 0, thread.waits}];
    if (group.count++ == 0) group.first = &thread;
  }
  if (!lowest) return;
  const bool has_warp =
      std::ranges::any_of(groups, [](const auto& row) { return std::get<2>(row.first) == Waits::kWarp; });
  const bool has_grid =
      std::ranges::any_of(groups, [](const auto& row) { return std::get<2>(row.first) == Waits::kGridBarrier; });
  const bool has_block =
      std::ranges::any_of(groups, [](const auto& row) { return std::get<2>(row.first) == Waits::kBlockBarrier; });
  FindingKind kind = FindingKind::kDeadlock;
  std::string fact = "every thread of the block that is left waits for another",
              hint = "let all threads come to the same barriers";
  Waits guilty = Waits::kNothing;
  if (not_started > 0) {
    guilty = Waits::kNothing;
    fact = fmt::format("the blocks that run wait for others, and leave no room to start {} of them", not_started);
    hint =
        "launch no more blocks than fit on the device at once (occupancy times multiprocessors); a cooperative launch "
        "refuses more";
  } else if (has_warp) {
    kind = FindingKind::kWarpMask;
    guilty = Waits::kWarp;
    fact = "lanes wait in a `_sync` operation for others that its mask names and that never come";
    hint = "name only lanes that reach the call in the mask: `__ballot_sync` before the branch returns them";
  } else if (has_grid) {
    kind = FindingKind::kGridBarrierSkipped;
    guilty = Waits::kGridBarrier;
    fact = "threads wait at the grid's barrier, and others of the grid never come to it";
    hint = "let every thread of the grid come to `grid.sync()`, also those that have no work";
  } else if (has_block) {
    kind = FindingKind::kBarrierSkipped;
    guilty = Waits::kBlockBarrier;
    fact = "threads of a block wait at a barrier, and others of the block never come to it";
    hint = "move the barrier out of the branch, so that every thread of the block comes by";
  }
  const bool all_poll =
      std::ranges::all_of(groups, [](const auto& row) { return std::get<2>(row.first) == Waits::kNothing; });
  if (all_poll && not_started == 0) {
    fact = "threads wait in a loop for what no thread does any more";
    hint =
        "does some thread set the flag in every case, is every lock given back, and are locks taken in the same order "
        "everywhere?";
  }
  const LockstepSite* site = lowest->site;
  for (const auto& [where, group] : groups)
    if (std::get<2>(where) == guilty) {
      site = group.first->site;
      break;
    }
  Finding finding = Begin(kind, fact, site);
  for (const auto& [where, group] : groups) {
    Access access = TellThread(*group.first, group.first->site, Deed::kWaits, 0);
    access.more_threads = group.count - 1;
    if (std::get<2>(where) == Waits::kWarp)
      access.note = fmt::format("for the lanes of mask 0x{:08x}", group.first->wait_detail);
    if (std::get<2>(where) == Waits::kNothing) access.note = "in a loop";
    if (std::get<2>(where) == Waits::kBlockBarrier) access.note = "at a barrier of the block";
    if (std::get<2>(where) == Waits::kNamedBarrier) access.note = "at a named barrier";
    if (std::get<2>(where) == Waits::kClusterBarrier) access.note = "at the cluster's barrier";
    if (std::get<2>(where) == Waits::kGridBarrier) access.note = "at the grid's barrier";
    finding.accesses.push_back(std::move(access));
  }
  if (first_gone) {
    Access access = TellThread(*first_gone, nullptr, Deed::kLeft, 0);
    access.more_threads = gone - 1;
    finding.accesses.push_back(std::move(access));
  }
  finding.hint = hint;
  fault_told_ = true;
  // What goes before it in the block may say why.
  Rank rank = RankOf(*lowest);
  rank.thread = ~std::uint64_t{0};
  collector_.Add({kind, site ? site->id : 0, kNeverComes}, rank, [&] { return std::move(finding); });
}

// For the case that the others never come.
void Checker::NoteAtGrid(BlockRun& run, BlockState state) {
  const std::lock_guard lock(grid_mutex_);
  if (state == BlockState::kAtGrid) {
    std::uint32_t first = 0;
    while (run.thread(first).waits != Waits::kGridBarrier) ++first;
    Access waits = TellThread(run.thread(first), run.thread(first).site, Deed::kWaits, 0);
    waits.more_threads = run.live() - 1;
    waits.note = "at the grid's barrier";
    at_grid_[run.linear()] = std::move(waits);
    return;
  }
  at_grid_.erase(run.linear());
  if (state != BlockState::kFinished || (left_grid_ && left_grid_block_ < run.linear())) return;
  left_grid_ = TellThread(run.thread(0), nullptr, Deed::kLeft, 0);
  left_grid_->more_threads = run.thread_count() - 1;
  left_grid_block_ = run.linear();
}

// Without a cooperative launch nothing promises that all blocks run at once; cooperative_groups ends such a kernel.
void Checker::ReportLoneGrid(ThreadRun& thread) {
  Finding finding = Begin(FindingKind::kGridBarrierSkipped,
                          "a kernel waits for the whole grid, but its launch is not cooperative", thread.site);
  finding.accesses.push_back(TellThread(thread, thread.site, Deed::kWaits, 0));
  finding.accesses.back().note = "at the grid's barrier";
  finding.accesses.push_back({.deed = Deed::kLaunched, .by_host = true, .place = HostPlace(launch_.caller)});
  finding.hint = "launch it with `cudaLaunchCooperativeKernel`; a GPU ends the kernel here";
  fault_told_ = true;
  Add({FindingKind::kGridBarrierSkipped, thread.site ? thread.site->id : 0, kNotCooperative}, thread,
      std::move(finding));
}

// The grid's barrier opens here though some threads have left; on a GPU it need not.
void Checker::ReportLeftGrid(ThreadRun& thread, const BlockCheck& block) {
  std::uint64_t left = 0;
  const ThreadRun* first = nullptr;
  for (std::uint32_t i = 0; i < block.order.threads(); ++i)
    if (block.exited[i / kWarpSize] >> (i % kWarpSize) & 1 && !left++) first = &thread.run->thread(i);
  Finding finding =
      Begin(FindingKind::kGridBarrierSkipped,
            "threads wait at the grid's barrier, and others of the grid have left without coming to it", thread.site);
  Access waits = TellThread(thread, thread.site, Deed::kWaits, 0), gone = TellThread(*first, nullptr, Deed::kLeft, 0);
  waits.note = "at the grid's barrier";
  waits.more_threads = thread.run->live() - 1;
  gone.more_threads = left - 1;
  finding.accesses = {std::move(waits), std::move(gone)};
  finding.hint = "let every thread of the grid come to `grid.sync()`, also those that have no work";
  Add({FindingKind::kGridBarrierSkipped, thread.site ? thread.site->id : 0, kNeverComes}, thread, std::move(finding));
}

void Checker::ReportEndless(ThreadRun& thread, LockstepSite* site) {
  Finding finding = Begin(FindingKind::kEndless, "a loop does not end", site);
  finding.accesses.push_back(TellThread(thread, site, Deed::kCalled, 0));
  finding.accesses.back().note = fmt::format("has gone round {} times", settings_.most_rounds);
  finding.hint = "look at what ends the loop; `--rounds N` lets loops go on longer";
  fault_told_ = true;
  Add({FindingKind::kEndless, site->id}, thread, std::move(finding));
  RaiseFault(LaunchFault::kTimeout, fmt::format("{} does not end", DescribeCurrentThread()));
}

// --- faults of a launch that no check has told

namespace {

// "kernel `k`: assertion `i < n` failed for thread ..." says more than its text, which may have quotes of its own.
std::string FactOfAssertion(const std::string& what) {
  constexpr std::string_view kBegin = "assertion `", kEnd = "` failed for ";
  const std::size_t begin = what.find(kBegin), end = what.rfind(kEnd);
  if (begin == std::string::npos || end == std::string::npos || end < begin) return "an assertion of the kernel fails";
  const std::size_t first = begin + kBegin.size();
  return fmt::format("the assertion `{}` of the kernel fails", what.substr(first, end - first));
}

}  // namespace

void Checker::ReportFault(const LaunchOutcome& outcome) {
  FindingKind kind = FindingKind::kTrap;
  std::string fact = outcome.what, hint;
  std::vector<Access> accesses;
  const LockstepSite* site = outcome.site;
  switch (outcome.fault) {
    case LaunchFault::kAssert: kind = FindingKind::kAssert, fact = FactOfAssertion(outcome.what); break;
    case LaunchFault::kTrap: kind = FindingKind::kTrap, fact = "the kernel calls `__trap()`"; break;
    case LaunchFault::kStackOverflow:
      kind = FindingKind::kStackOverflow, fact = "a thread needs more stack than it has";
      break;
    case LaunchFault::kIllegalInstruction: fact = "the kernel runs an invalid instruction"; break;
    case LaunchFault::kIllegalAddress:
      kind = FindingKind::kWildPointer, fact = "a thread touches memory that is not there";
      break;
    case LaunchFault::kMisalignedAddress: kind = FindingKind::kMisaligned; break;
    case LaunchFault::kTimeout: kind = FindingKind::kEndless; break;
    case LaunchFault::kDeadlock:
      kind = FindingKind::kDeadlock;
      if (grid_barrier_site_ && outcome.what.find("the grid's barrier") != std::string::npos) {
        kind = FindingKind::kGridBarrierSkipped;
        site = grid_barrier_site_;
        fact = "blocks wait at the grid's barrier, and another block has left the kernel without coming to it";
        hint = "let every thread of the grid come to `grid.sync()`, also those that have no work";
        if (!at_grid_.empty()) accesses.push_back(at_grid_.begin()->second);
        if (left_grid_) accesses.push_back(*left_grid_);
      }
      break;
    default: break;
  }
  Finding finding = Begin(kind, fact, site);
  if (outcome.has_thread) {
    finding.accesses.push_back({.deed = Deed::kCalled,
                                .block = outcome.block,
                                .thread = outcome.thread,
                                .place = PlaceOf(site),
                                .note = "was last seen"});
  } else if (kind != FindingKind::kDeadlock && accesses.empty()) {
    finding.origin = outcome.what;
  }
  if (!accesses.empty()) finding.accesses = std::move(accesses);
  finding.hint = std::move(hint);
  collector_.Add({kind, site ? site->id : 0}, {.launch = launch_.number}, [&] { return std::move(finding); });
}

}  // namespace lockstep
