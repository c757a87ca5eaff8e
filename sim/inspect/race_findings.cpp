// Two accesses in no order: what kind of race they are, and what is said of it. A racing loop meets the same conflict
// tens of millions of times, so words are found for the first one only.

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "sim/hooks/check.h"
#include "sim/inspect/access_words.h"
#include "sim/inspect/checker.h"

namespace lockstep {
namespace {

Deed DeedOf(Note earlier, bool wrote) {
  return earlier.is_atomic() ? Deed::kUpdated : wrote ? Deed::kWrote : Deed::kRead;
}

}  // namespace

// The facts of a conflict, as far as its kind and its words depend on them.
struct Checker::Race {
  FindingKind kind{};
  const LockstepSite *mine = nullptr, *other = nullptr;
  Episode episode;  // of the earlier access
  bool same_block = false, same_warp = false, is_shared = false;
  bool writes = false, wrote = false;  // this access; the earlier one
  bool is_atomic = false, was_atomic = false;
  const char* Order() const { return same_block ? "with no barrier between" : "in no order"; }
};

namespace {

using Race = Checker::Race;

// The thread read what it writes now, on the same line, and another wrote in between: an update is lost.
bool IsLostUpdate(const Race& race, const LockstepSite* reader, Note read) {
  return race.writes && race.wrote && read.bytes() && reader && reader->line == race.mine->line && race.other &&
         race.other->line == race.mine->line;
}

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

FindingKind Checker::KindOfRace(const Race& race, const Touch& touch, const Span& span,
                                const std::uint64_t* value) const {
  if (race.is_atomic || race.was_atomic) return FindingKind::kAtomicRace;
  const Note read{span.cells[(touch.address - (span.begin & ~(kCellBytes - 1))) / kCellBytes].read};
  if (IsLostUpdate(race, SiteAt(read.site()), read)) return FindingKind::kLostUpdate;
  const bool same = race.writes && race.wrote && value && touch.size <= sizeof *value &&
                    std::memcmp(reinterpret_cast<const void*>(touch.address), value, touch.size) == 0;
  if (same) return FindingKind::kSameValueRace;
  return race.is_shared ? FindingKind::kSharedRace : FindingKind::kGlobalRace;
}

void Checker::ReportRace(BlockCheck& block, ThreadRun& thread, const Touch& touch, const Span& span, Note earlier,
                         Note now, bool earlier_wrote, const std::uint64_t* value) {
  if (EpisodeOf(earlier.segment()) < launch_.floor)
    return ReportStreamRace(thread, touch, span, earlier, earlier_wrote);
  if (IsOrderedByRelease(block, thread, earlier)) return;
  // A flag that the thread has waited for is read once more, plainly: it has seen what it reads.
  if (earlier.is_strong() && earlier_wrote && touch.kind == AccessKind::kRead &&
      HasAcquired(block, thread, touch.address))
    return;
  const Episode& episode = episodes_[EpisodeOf(earlier.segment())];
  const bool same_block = episode.block == block.order.block();
  Race race{.mine = touch.site,
            .other = SiteAt(earlier.site()),
            .episode = episode,
            .same_block = same_block,
            .same_warp = same_block && episode.warp == thread.linear / kWarpSize,
            .is_shared = span.is_shared,
            .writes = touch.kind != AccessKind::kRead,
            .wrote = earlier_wrote,
            .is_atomic = now.is_atomic(),
            .was_atomic = earlier.is_atomic()};
  race.kind = KindOfRace(race, touch, span, value);
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
  ObjectFacts facts = *memory_.Get(span.object);
  facts.address = span.begin;
  facts.size = span.end - span.begin;
  const std::string name =
      facts.name.empty() ? (race.is_shared ? "shared memory" : "global memory") : "`" + facts.name + "`";
  Finding finding = Begin(race.kind, FactOf(race, name), GuiltyOf(race));
  finding.object = memory_.Tell(facts, touch.address);
  finding.hint = HintOf(race, signals_.load(std::memory_order_relaxed));
  return finding;
}

}  // namespace lockstep
