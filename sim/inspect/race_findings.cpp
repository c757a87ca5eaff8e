// Two accesses in no order: what kind of race they are, and what is said of it. A racing loop meets the same conflict
// tens of millions of times, so words are found for the first one only.

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "sim/check/conflict.h"
#include "sim/hooks/check.h"
#include "sim/inspect/access_words.h"
#include "sim/inspect/checker.h"

namespace lockstep {
namespace {

Deed DeedOf(Note earlier, bool wrote) {
  return earlier.is_atomic() ? Deed::kUpdated : wrote ? Deed::kWrote : Deed::kRead;
}

}  // namespace

// A race, with what its words depend on.
struct Checker::Race : Conflict {
  FindingKind kind{};
  const LockstepSite *mine = nullptr, *other = nullptr;
  bool same_block = false, same_warp = false;
  const char* Order() const { return same_block ? "with no barrier between" : "unordered"; }
};

namespace {

using Race = Checker::Race;

std::string FactOf(const Race& race, const std::string& name) {
  const char* order = race.Order();
  if (race.is_atomic && race.was_atomic)
    return fmt::format("two blocks use {} by atomics, of which one holds within its block only", name);
  if (race.kind == FindingKind::kAtomicRace)
    return fmt::format("one thread updates {} with an atomic while another {} it without, {}", name,
                       (race.is_atomic ? race.wrote : race.writes) ? "writes" : "reads", order);
  if (race.kind == FindingKind::kLostUpdate)
    return fmt::format("two threads read, change and write {} {}: one of the updates is lost", name, order);
  if (race.kind == FindingKind::kSameValueRace)
    return fmt::format("two threads write the same value to {} {}", name, order);
  if (race.writes && race.wrote) return fmt::format("two threads write {} {}", name, order);
  return fmt::format("one thread reads {} while another writes it, {}", name, order);
}

const char* HintOf(const Race& race, bool speaks_by_signals) {
  if (race.is_atomic && race.was_atomic)
    return "between blocks use an atomic of device scope: without `_block`, or `cuda::thread_scope_device`";
  if (race.kind == FindingKind::kLostUpdate)
    return "use an atomic (`atomicAdd`), or give each thread its own cell and add them up";
  if (race.kind == FindingKind::kAtomicRace) return "use an atomic on both sides, or put a barrier between";
  if (!race.same_block && !race.is_shared && speaks_by_signals)
    return "where a flag or a counter says that the data is there, put `__threadfence()` between the two, on both "
           "sides; else let each block write its own cells, or split the work into two launches";
  if (race.same_warp)
    return "put `__syncthreads()` between them (`__syncwarp()` where one warp works alone), or let one thread do both";
  if (race.same_block) return "put `__syncthreads()` between them, or let one thread do both";
  if (race.is_shared) return "put `cluster.sync()` between them";
  return "blocks run in any order: let each write its own cells, use atomics, or split the work into two launches";
}

const LockstepSite* GuiltyOf(const Race& race) {
  if (race.kind == FindingKind::kAtomicRace) return race.is_atomic ? race.other : race.mine;
  return race.writes || !race.wrote ? race.mine : race.other;
}

}  // namespace

Conflict Checker::ConflictOf(BlockCheck& block, ThreadRun& thread, const Touch& touch, const Span& span, Note earlier,
                             Note now, bool earlier_wrote, const std::uint64_t* value) {
  Conflict c{.writes = touch.kind != AccessKind::kRead,
             .wrote = earlier_wrote,
             .is_atomic = now.is_atomic(),
             .was_atomic = earlier.is_atomic(),
             .was_strong = earlier.is_strong(),
             .in_earlier_launch = EpisodeOf(earlier.segment()) < launch_.floor,
             .is_shared = span.is_shared};
  if (c.in_earlier_launch) return c;
  c.is_released = IsOrderedByRelease(block, thread, earlier);
  c.has_acquired = c.was_strong && HasAcquired(block, thread, touch.address);
  if (!c.writes || !c.wrote) return c;
  const auto is_here = [&](std::uint32_t site) { return SiteAt(site) && SiteAt(site)->line == touch.site->line; };
  const Note read{span.cells[(touch.address - (span.begin & ~(kCellBytes - 1))) / kCellBytes].read};
  c.updates_on_one_line = read.bytes() && is_here(read.site()) && is_here(earlier.site());
  c.is_same_value = value && touch.size <= sizeof *value &&
                    std::memcmp(reinterpret_cast<const void*>(touch.address), value, touch.size) == 0;
  return c;
}

void Checker::ReportRace(BlockCheck& block, ThreadRun& thread, const Touch& touch, const Span& span, Note earlier,
                         Note now, bool earlier_wrote, const std::uint64_t* value) {
  const Conflict conflict = ConflictOf(block, thread, touch, span, earlier, now, earlier_wrote, value);
  const std::optional<FindingKind> kind = RaceOf(conflict);
  if (!kind) return;
  if (kind == FindingKind::kStreamRace) return ReportStreamRace(thread, touch, span, earlier, earlier_wrote);
  const Episode& episode = episodes_[EpisodeOf(earlier.segment())];
  const bool same_block = episode.block == block.order.block();
  const Race race{conflict,   *kind,
                  touch.site, SiteAt(earlier.site()),
                  same_block, same_block && episode.warp == thread.linear / kWarpSize};
  Rank rank = RankOf(thread);
  rank.other_block = episode.block - launch_.first_block;
  rank.other_thread = episode.warp * kWarpSize + LaneOf(earlier.segment());
  const bool other_first = std::pair{rank.other_block, rank.other_thread} < std::pair{rank.block, rank.thread};
  if (other_first) {
    std::swap(rank.block, rank.other_block);
    std::swap(rank.thread, rank.other_thread);
  }
  const auto [low, high] = std::minmax<std::uint64_t>(touch.site->id, earlier.site());
  collector_.Add({race.kind, low, high, span.group}, rank, ThisWorker().recent, [&] {
    Finding finding = TellRace(race, touch, span);
    finding.accesses = {TellThread(thread, touch.site, DeedOf(touch.kind), touch.size),
                        TellSegment(earlier.segment(), earlier.site(), DeedOf(earlier, earlier_wrote), touch.size)};
    if (other_first) std::swap(finding.accesses[0], finding.accesses[1]);
    return finding;
  });
}

Finding Checker::TellRace(const Race& race, const Touch& touch, const Span& span) {
  const ObjectFacts facts = memory_.FactsAt(span);
  const std::string name =
      facts.name.empty() ? (race.is_shared ? "shared memory" : "global memory") : "`" + facts.name + "`";
  Finding finding = Begin(race.kind, FactOf(race, name), GuiltyOf(race));
  finding.object = memory_.Tell(facts, touch.address);
  finding.hint = HintOf(race, signals_.load(std::memory_order_relaxed));
  return finding;
}

}  // namespace lockstep
