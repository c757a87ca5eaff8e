#pragma once

// The usual access: inside one cell, and in no conflict that only a look at the order of threads could exclude: what
// others did to the cell is before this launch or, in shared memory, before the block's last barrier; or all have read.
// Nothing can be wrong with it but what is checked here; every other access takes the long way (access.h). This is the
// innermost loop of a checked program.

#include "sim/check/races.h"
#include "sim/hooks/check.h"
#include "sim/inspect/worker.h"

namespace lockstep::inspect {

// Null where the access is not a usual one.
struct UsualAccess {
  check::Span* span = nullptr;
  check::Cell* cell = nullptr;
  std::uint32_t bytes = 0;
};

[[gnu::always_inline]] inline UsualAccess FindUsual(CheckedWorker& worker, const LockstepSite* site,
                                                    std::uint64_t address, std::uint64_t how, std::uint64_t base) {
  const std::uint64_t size = how & 0xffffffff, in_cell = address % check::kCellBytes;
  check::Span& span = worker.cache[site->id % CheckedWorker::kCached];
  if (in_cell + size > check::kCellBytes || span.base != base || span.generation != worker.generation ||
      !span.Holds(address, size)) [[unlikely]]
    return {};
  if (how & LOCKSTEP_HOW_VOLATILE || address & ((1ull << (how >> LOCKSTEP_HOW_ALIGNMENT)) - 1)) [[unlikely]]
    return {};
  const std::uint64_t index = (address - (span.begin & ~(check::kCellBytes - 1))) / check::kCellBytes;
  return {&span, &span.cells[index], static_cast<std::uint32_t>(((1u << size) - 1) << in_cell)};
}

// Settled, or the thread's own since its last barrier, or of other bytes.
[[gnu::always_inline]] inline bool IsQuiet(check::Note note, check::Segment segment, std::uint32_t floor,
                                           std::uint32_t bytes) {
  return check::EpisodeOf(note.segment()) < floor || note.segment() == segment || !(note.bytes() & bytes);
}

// Episodes below it are past for every thread that can touch the cell, if they are noted there.
[[gnu::always_inline]] inline std::uint32_t FloorOf(const check::BlockOrder& order, const UsualAccess& usual) {
  return usual.span->of_one_block ? order.floor() : order.grid_floor();
}

// Two readers are kept, and this one is no farther from the first than the second is: races.h would not note it either.
[[gnu::always_inline]] inline bool IsOneOfMany(check::Note reader, check::Segment segment,
                                               const check::BlockOrder& order, const UsualAccess& usual) {
  if (reader.how() || reader.segment() == segment || reader.spread() == check::Spread::kOne) return false;
  if (reader.spread() == check::Spread::kGrid) return !order.HasUnordered();
  if (usual.bytes & ~reader.Second(0).bytes()) return false;
  return check::EpisodeOf(reader.segment()) == check::EpisodeOf(segment) ||
         // Of two warps of the block, which have not met since.
         (reader.spread() == check::Spread::kBlock && usual.span->of_one_block && !order.HasPartBarriers());
}

// True where the read is done.
template <bool Parallel>
[[gnu::always_inline]] inline bool ReadUsually(const check::BlockOrder& order, std::uint32_t thread,
                                               const UsualAccess& usual, const LockstepSite* site) {
  const check::Segment segment = order.segment(thread);
  const std::uint32_t floor = FloorOf(order, usual);
  const check::Note reader{check::LoadNote<Parallel>(usual.cell->read)};
  // The second reader may be on another stream.
  if (check::EpisodeOf(reader.segment()) < floor && (reader.spread() == check::Spread::kOne || !order.HasUnordered()))
    check::StoreNote<Parallel>(usual.cell->read, check::Note::Of(segment, site->id, usual.bytes, 0).bits);
  else if (!(reader.segment() == segment && !reader.how() && !reader.is_kept_write() &&
             !(usual.bytes & ~reader.bytes())) &&
           !IsOneOfMany(reader, segment, order, usual))
    return false;
  const check::Note writer{check::LoadNote<Parallel>(usual.cell->write)};
  return IsQuiet(writer, segment, floor, usual.bytes) &&
         (usual.span->all_written || !(usual.bytes & ~writer.written()));
}

template <bool Parallel>
[[gnu::always_inline]] inline bool WriteUsually(const check::BlockOrder& order, std::uint32_t thread,
                                                const UsualAccess& usual, const LockstepSite* site) {
  const check::Segment segment = order.segment(thread);
  const std::uint32_t floor = FloorOf(order, usual);
  check::Note writer{check::LoadNote<Parallel>(usual.cell->write)};
  const check::Note reader{check::LoadNote<Parallel>(usual.cell->read)};
  if (!IsQuiet(writer, segment, floor, usual.bytes) || !IsQuiet(reader, segment, floor, usual.bytes)) return false;
  if ((check::EpisodeOf(reader.segment()) >= floor || order.HasUnordered()) && reader.spread() != check::Spread::kOne &&
      reader.Second(0).bytes() & usual.bytes)
    return false;
  std::uint64_t bits = check::Note::Of(segment, site->id, usual.bytes, 0).bits |
                       (writer.bits & check::Note::Written(15)) | check::Note::Written(usual.bytes);
  if (writer.segment() == segment) bits |= std::uint64_t{writer.bytes()} << 8;
  if (!check::ReplaceNote<Parallel>(usual.cell->write, writer.bits, bits)) return false;
  // Somebody may have read since.
  return !Parallel || check::LoadNote<Parallel>(usual.cell->read) == reader.bits;
}

}  // namespace lockstep::inspect
