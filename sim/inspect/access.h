#pragma once

// The work of check mode's hooks on the memory that an access touches: its bounds, its shadow and the race check. For
// hooks.cpp and copy_hooks.cpp, which include it once each.

#include <utility>

#include "shared/base/address.h"
#include "sim/check/races.h"
#include "sim/explain/explainer.h"
#include "sim/hooks/check.h"
#include "sim/inspect/cell_range.h"
#include "sim/inspect/checker.h"
#include "sim/inspect/worker.h"
#include "sim/launch/device_calls.h"

namespace lockstep::inspect {

// The running thread of a checked launch, and what checks it.
struct CheckedThread {
  CheckFamilies& families;
  CheckedWorker& worker;
  CheckedBlock& block;
  launch::ThreadRun& thread;
};

// The families of this process, which has a checker.
inline CheckFamilies& TheFamilies() {
  static CheckFamilies& families = Checker::Current()->families();
  return families;
}

// Calls `work(CheckedThread&)`; outside a checked launch there is nothing to do, and the result is 0.
template <class Work>
auto Within(Work&& work) -> decltype(work(std::declval<CheckedThread&>())) {
  CheckedWorker* worker = this_worker;
  if (!worker || !worker->block) [[unlikely]]
    return decltype(work(std::declval<CheckedThread&>()))();
  CheckedThread here{TheFamilies(), *worker, *worker->block, launch::CurrentThread()};
  return work(here);
}

// Passes on what the thread has to wait for, after that has changed.
inline void CountUnderWay(CheckedThread& here) {
  if (explain::Explainer* explainer = explain::Explainer::Current())
    explainer->CopiesUnderWay(here.thread, here.block.copies.UnderWay(here.thread.linear));
}

// Below it nothing on the thread's stack is alive: what calls a hook lies above the hook.
// (The frame begins with the return address and the caller's frame pointer.)
[[gnu::always_inline]] inline std::uint64_t Frame() { return AddressOf(__builtin_frame_address(0)) + 16; }

// If ordinals are asked for: the access's own. What a thread does to its own stack does not count.
inline void Count(CheckedThread& here, Touch& touch) {
  const CheckContext& context = here.families.context;
  if (!context.settings.with_ordinals || OwnMemory(here.thread).Holds(touch.address)) return;
  touch.ordinal = here.block.counts.Next(here.thread.linear, context.PlaceNumber(*touch.site), touch.kind);
}

inline check::Span* FindSpan(CheckedThread& here, Touch& touch) {
  ++here.block.accesses;
  Count(here, touch);
  check::Span& cached = here.worker.cache[touch.site->id % CheckedWorker::kCached];
  if (cached.base == touch.base && cached.generation == here.worker.generation &&
      cached.Holds(touch.address, touch.size)) [[likely]]
    return &cached;
  check::Span* found = here.families.bounds.Locate(here.block, here.thread, touch, cached);
  if (found) found->generation = here.worker.generation;
  return found;
}

// The first cell of what is read that has a byte without a value.
struct Unwritten {
  const check::Cell* cell = nullptr;
  void Look(const check::Cell& looked_at, std::uint32_t bytes) {
    if (bytes & ~check::Note{looked_at.write}.written() && !cell) cell = &looked_at;
  }
};

// Two accesses that the cell's check holds against each other: within the launch a race, if anything; else work on
// another stream, which nothing orders with the launch.
inline void ReportConflict(CheckedThread& here, const Touch& touch, const check::Span& span, const NotedPair& pair) {
  if (check::EpisodeOf(pair.earlier.segment()) < here.families.context.launch.floor)
    here.families.streams.Report(here.thread, touch, span, pair);
  else
    here.families.races.Report(here.block, here.thread, touch, span, pair);
}

// The ordinal of the access that a cell's note is about: of its writer, its reader or its second reader.
inline std::uint32_t OrdinalOf(const check::CellOrdinals* of, check::Note note, bool wrote, bool second) {
  if (!of) return 0;
  if (wrote) return note.is_kept_write() ? of->read : of->write;
  return second ? of->second : of->read;
}

// After a read: it has taken the place of the cell's reader, or of the second one, or of none. The second one may have
// taken the place of the first.
inline void KeepOrdinal(check::CellOrdinals* of, const Touch& touch, check::Note before, check::Note after,
                        check::SecondReader second_before, check::SecondReader second, check::Segment segment) {
  if (!of) return;
  if (before.spread() != check::Spread::kOne && after.segment() == second_before && before.segment() != second_before)
    of->read = of->second;
  if (after.segment() == segment && before.segment() != segment) of->read = touch.ordinal;
  if (after.spread() != check::Spread::kOne && second == segment &&
      (after.spread() != before.spread() || second_before != segment))
    of->second = touch.ordinal;
}

template <bool Parallel>
std::uint32_t Read(CheckedThread& here, const Touch& touch, const check::Span& span, std::uint64_t flags) {
  const check::Toucher who{here.families.context.episodes, here.block.order, here.thread.linear};
  const check::Segment segment = here.block.order.segment(here.thread.linear);
  Unwritten unwritten;
  ForEachCell(span, touch.address, touch.size,
              [&](check::Cell& cell, check::SecondReader& second, std::uint32_t bytes, std::uint64_t) {
                const check::Note now = check::Note::Of(segment, touch.site->id, bytes, flags), before{cell.read};
                check::CellOrdinals* const ordinals = span.ordinals ? span.ordinals + (&cell - span.cells) : nullptr;
                const check::SecondReader second_before = second;
                unwritten.Look(cell, bytes);
                check::NoteRead<Parallel>(who, cell, second, now, [&](check::Note earlier, bool wrote) {
                  ReportConflict(here, touch, span,
                                 {.earlier = earlier,
                                  .now = now,
                                  .earlier_wrote = wrote,
                                  .ordinal = OrdinalOf(ordinals, earlier, wrote, false)});
                });
                KeepOrdinal(ordinals, touch, before, check::Note{cell.read}, second_before, second, segment);
              });
  return unwritten.cell && !span.all_written ? here.families.values.OriginOf(here.thread, touch, span) : 0;
}

// `good`: what is written has a value; `value`: its bits, null where they are not known.
template <bool Parallel>
void Write(CheckedThread& here, const Touch& touch, const check::Span& span, std::uint64_t flags, bool good,
           const std::uint64_t* value) {
  const check::Toucher who{here.families.context.episodes, here.block.order, here.thread.linear};
  const check::Segment segment = here.block.order.segment(here.thread.linear);
  ForEachCell(
      span, touch.address, touch.size,
      [&](check::Cell& cell, check::SecondReader& second, std::uint32_t bytes, std::uint64_t) {
        const check::Note now = check::Note::Of(segment, touch.site->id, bytes, flags);
        check::CellOrdinals* const ordinals = span.ordinals ? span.ordinals + (&cell - span.cells) : nullptr;
        const check::Note reader{cell.read};
        check::NoteWrite<Parallel>(who, cell, second, now, good ? bytes : 0, [&](check::Note earlier, bool wrote) {
          ReportConflict(here, touch, span,
                         {.earlier = earlier,
                          .now = now,
                          .earlier_wrote = wrote,
                          .ordinal = OrdinalOf(ordinals, earlier, wrote, earlier.segment() != reader.segment()),
                          .value = value});
        });
        if (!ordinals) return;
        const check::Note left{cell.read};
        if (left.is_kept_write() && left.bits != reader.bits) ordinals->read = ordinals->write;
        ordinals->write = touch.ordinal;
      });
}

inline std::uint32_t ReadSpan(CheckedThread& here, const Touch& touch, const check::Span& span, std::uint64_t flags) {
  if (!here.block.copies.empty()) [[unlikely]]
    here.families.races.CheckOpenCopies(here.block, here.thread, touch, span);
  return here.worker.parallel && !span.is_shared ? Read<true>(here, touch, span, flags)
                                                 : Read<false>(here, touch, span, flags);
}

inline void WriteSpan(CheckedThread& here, const Touch& touch, const check::Span& span, std::uint64_t flags, bool good,
                      const std::uint64_t* value) {
  if (!here.block.copies.empty()) [[unlikely]]
    here.families.races.CheckOpenCopies(here.block, here.thread, touch, span);
  if (here.worker.kept.is_on()) [[unlikely]]
    here.worker.kept.Keep(touch.address, touch.size);
  if (here.worker.parallel && !span.is_shared)
    Write<true>(here, touch, span, flags, good, value);
  else
    Write<false>(here, touch, span, flags, good, value);
}

}  // namespace lockstep::inspect
