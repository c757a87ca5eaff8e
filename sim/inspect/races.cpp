#include "sim/inspect/races.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "sim/inspect/access_words.h"
#include "sim/inspect/cell_range.h"
#include "sim/inspect/race_words.h"
#include "sim/inspect/worker.h"

namespace lockstep::inspect {

namespace {

// Of the readers that are kept.
bool HasRead(const check::Span& span, std::uint64_t address, check::Segment segment) {
  const std::uint64_t cell = CellOf(span, address);
  const check::Note read{span.cells[cell].read};
  if (read.is_kept_write()) return false;
  return read.segment() == segment || (read.spread() != check::Spread::kOne && span.second[cell] == segment);
}

}  // namespace

// True if thread n of both blocks uses cell n of the memory: not only this pair, but also the next thread, or the one
// before, of the block that came first, in the cell beside.
bool RaceCheck::UseSameIndex(const check::Span& span, const Touch& touch, std::uint32_t thread,
                             check::Note earlier) const {
  const check::Episode& episode = context_.episodes[check::EpisodeOf(earlier.segment())];
  if (episode.warp * trace::kWarpSize + check::LaneOf(earlier.segment()) != thread) return false;
  const auto is_beside = [&](std::uint64_t address, std::uint32_t by) {
    if (!span.Holds(address, touch.size)) return false;
    const check::Segment segment = check::Note{span.cells[CellOf(span, address)].write}.segment();
    if (check::EpisodeOf(segment) < context_.launch.floor) return false;
    const check::Episode& other = context_.episodes[check::EpisodeOf(segment)];
    return other.block == episode.block && other.warp * trace::kWarpSize + check::LaneOf(segment) == by;
  };
  return is_beside(touch.address + touch.size, thread + 1) ||
         (thread > 0 && is_beside(touch.address - touch.size, thread - 1));
}

check::Conflict RaceCheck::ConflictOf(CheckedBlock& block, launch::ThreadRun& thread, const Touch& touch,
                                      const check::Span& span, const NotedPair& pair) const {
  const auto& [earlier, now, earlier_wrote, ordinal, value] = pair;
  check::Conflict c{.writes = touch.kind != trace::AccessKind::kRead,
                    .wrote = earlier_wrote,
                    .is_atomic = now.is_atomic(),
                    .was_atomic = earlier.is_atomic(),
                    .is_strong = now.is_strong(),
                    .was_strong = earlier.is_strong(),
                    .is_shared = span.is_shared};
  c.is_released = block.sync.IsOrdered(thread.linear, earlier.segment(), !earlier_wrote);
  c.owes_fence = c.is_released && c.wrote && !c.is_strong &&
                 !(c.writes && HasRead(span, touch.address, now.segment())) &&
                 block.sync.OwesFence(thread.linear, earlier.segment());
  c.has_acquired = c.was_strong && block.sync.HasAcquired(thread.linear, touch.address);
  if (!c.writes || !c.wrote) return c;
  const auto is_here = [&](std::uint32_t number) {
    const LockstepSite* site = context_.SiteAt(number);
    return site && site->line == touch.site->line;
  };
  // Both have read there what they write.
  const std::uint64_t cell = CellOf(span, touch.address);
  const check::Note read{span.cells[cell].read};
  const check::Segment first = read.segment(), second = span.second[cell];
  const bool have_read = read.spread() != check::Spread::kOne &&
                         std::minmax(first, second) == std::minmax(earlier.segment(), now.segment());
  c.updates_on_one_line = have_read && is_here(read.site()) && is_here(earlier.site());
  c.is_same_value = value && touch.size <= sizeof *value &&
                    std::memcmp(reinterpret_cast<const void*>(touch.address), value, touch.size) == 0;
  return c;
}

// A racing loop meets the same conflict tens of millions of times, so words are found for the first one only.
void RaceCheck::Report(CheckedBlock& block, launch::ThreadRun& thread, const Touch& touch, const check::Span& span,
                       const NotedPair& pair) {
  const check::Conflict conflict = ConflictOf(block, thread, touch, span, pair);
  const std::optional<report::FindingKind> kind = check::RaceOf(conflict);
  // It may be that the thread has read what the other one released by chance, and not because it waits for that.
  if (conflict.is_released && context_.episodes[check::EpisodeOf(pair.earlier.segment())].block != block.order.block())
    context_.report.NoteChance();
  if (!kind) return;
  if (kind == report::FindingKind::kFenceMissing) return ReportFenceMissing(block, thread, touch, span, pair);
  const check::Note earlier = pair.earlier;
  const check::Episode& episode = context_.episodes[check::EpisodeOf(earlier.segment())];
  const bool same_block = episode.block == block.order.block();
  const Race race{conflict,
                  *kind,
                  touch.site,
                  context_.SiteAt(earlier.site()),
                  same_block,
                  same_block && episode.warp == thread.linear / trace::kWarpSize,
                  thread.run && thread.run->is_played(),
                  thread.run && thread.run->has_host_threads()};
  check::Rank rank = context_.RankOf(thread);
  rank.other_block = episode.block - context_.launch.first_block;
  rank.other_thread = episode.warp * trace::kWarpSize + check::LaneOf(earlier.segment());
  const bool other_first = std::pair{rank.other_block, rank.other_thread} < std::pair{rank.block, rank.thread};
  if (other_first) {
    std::swap(rank.block, rank.other_block);
    std::swap(rank.thread, rank.other_thread);
  }
  const auto [low, high] = std::minmax<std::uint64_t>(touch.site->id, earlier.site());
  context_.collector.Add({race.kind, low, high, span.group}, rank, ThisWorker().recent, [&] {
    const ObjectFacts facts = context_.memory.FactsAt(span);
    const std::string name = Quoted(facts.name, race.is_shared ? "shared memory" : "global memory");
    report::Finding finding = context_.Begin(race.kind, FactOf(race, name), GuiltyOf(race));
    finding.object = context_.memory.ObjectOf(facts, touch.address);
    Race worded = race;
    worded.same_index = !same_block && UseSameIndex(span, touch, thread.linear, earlier);
    worded.of_generator = facts.type.starts_with("curandState");
    finding.hint = HintOf(worded, signals_.load(std::memory_order_relaxed));
    finding.sides = {context_.SideOf(thread, touch),
                     context_.SideOf(earlier.segment(), earlier.site(), ActionOf(earlier, pair.earlier_wrote),
                                     touch.size, pair.ordinal)};
    if (other_first) std::swap(finding.sides[0], finding.sides[1]);
    return finding;
  });
}

void RaceCheck::CheckOpenCopies(CheckedBlock& block, launch::ThreadRun& thread, const Touch& touch,
                                const check::Span& span) {
  const std::uint32_t self = thread.linear;
  const auto is_past = [&](check::Segment segment) {
    return block.order.IsBefore(segment, self) || block.sync.IsOrdered(self, segment);
  };
  const ByteRange bytes{touch.address, touch.size};
  if (OpenCopy* copy = block.copies.Writing(bytes, self, is_past)) {
    // If it has been read too early, filling its place again is no other mistake.
    const bool follows = std::exchange(copy->is_reported, true) && touch.kind != trace::AccessKind::kRead;
    return follows ? void() : ReportOpenCopy(thread, touch, span, *copy, true);
  }
  if (touch.kind == trace::AccessKind::kRead) return;
  if (const OpenCopy* copy = block.copies.Reading(bytes, self, is_past))
    ReportOpenCopy(thread, touch, span, *copy, false);
}

void RaceCheck::ReportOpenCopy(launch::ThreadRun& thread, const Touch& touch, const check::Span& span,
                               const OpenCopy& copy, bool writes) {
  const auto [low, high] = std::minmax<std::uint64_t>(touch.site->id, copy.site->id);
  const check::FindingKey key{span.is_shared ? report::FindingKind::kSharedRace : report::FindingKind::kGlobalRace, low,
                              high, span.group};
  context_.collector.Add(key, context_.RankOf(thread), ThisWorker().recent, [&] {
    const ObjectFacts facts = context_.memory.FactsAt(span);
    const std::string name = Quoted(facts.name, span.is_shared ? "shared memory" : "global memory");
    report::Finding finding =
        context_.Begin(key.kind, FactOfOpenCopy(copy, name, Verb(touch.kind), writes), touch.site);
    finding.sides = {
        context_.SideOf(thread, touch),
        context_.SideOf(copy.segment, copy.site->id, writes ? report::Action::kWrite : report::Action::kRead,
                        writes ? copy.to.size : copy.from.size)};
    finding.object = context_.memory.ObjectOf(facts, touch.address);
    finding.hint = HintOfOpenCopy(copy);
    return finding;
  });
}

void RaceCheck::ReportFenceMissing(CheckedBlock& block, launch::ThreadRun& thread, const Touch& touch,
                                   const check::Span& span, const NotedPair& pair) {
  const check::Note earlier = pair.earlier;
  const check::FindingKey key{report::FindingKind::kFenceMissing, touch.site->id, earlier.site(), span.group};
  context_.collector.Add(key, context_.RankOf(thread), ThisWorker().recent, [&] {
    const ObjectFacts facts = context_.memory.FactsAt(span);
    report::Finding finding = context_.Begin(key.kind, FactOfFenceMissing(facts.name, Verb(touch.kind)), touch.site);
    finding.sides = {context_.SideOf(thread, touch), context_.SideOf(earlier.segment(), earlier.site(),
                                                                     report::Action::kWrite, touch.size, pair.ordinal)};
    finding.object = context_.memory.ObjectOf(facts, touch.address);
    if (const std::uint32_t site = block.sync.SiteOfWait(thread.linear, earlier.segment()))
      finding.origin = OriginOfFenceMissing(context_.SiteAt(site)->line, touch.kind);
    const bool same_block = context_.episodes[check::EpisodeOf(earlier.segment())].block == block.order.block();
    finding.hint = HintOfFenceMissing(same_block);
    return finding;
  });
}

}  // namespace lockstep::inspect
