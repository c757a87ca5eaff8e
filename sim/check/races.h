#pragma once

// The race check of one cell: what a read or a write is in no order with, by the cell's notes; and the notes that it
// leaves. The algorithm is FastTrack's (Flanagan and Freund, PLDI 2009) with two readers where that has a clock: a
// writer is in no order with one of two readers that are far enough apart, or with none.
//
// `on_conflict(Note earlier, bool earlier_wrote)` is told of each conflict. Cells of memory that several blocks share are
// touched by several OS threads at once; `Parallel` makes one of two simultaneous accesses see the other.

#include <atomic>

#include "sim/check/cells.h"

namespace lockstep {

struct Toucher {
  const Episodes& episodes;
  const BlockOrder& order;
  std::uint32_t thread = 0;
};

template <bool Parallel>
inline std::uint64_t LoadNote(std::uint64_t& note) {
  return Parallel ? std::atomic_ref(note).load(std::memory_order_relaxed) : note;
}
template <bool Parallel>
inline void StoreNote(std::uint64_t& note, std::uint64_t bits) {
  if constexpr (Parallel)
    std::atomic_ref(note).exchange(bits);  // a fence too: notes that are read next are not older
  else
    note = bits;
}

// An earlier note that says nothing about this launch, or that is of no conflict with what is done now.
inline bool IsHarmless(const Toucher& who, Note earlier, Note now) {
  if (EpisodeOf(earlier.segment()) < who.order.grid_floor() || earlier.segment() == now.segment()) return true;
  if (!(earlier.bytes() & now.bytes()) || (earlier.is_strong() && now.is_strong())) return true;
  return who.order.IsBefore(earlier.segment(), who.thread);
}

inline Spread SpreadOf(const Toucher& who, Segment other) {
  const Episode& episode = who.episodes[EpisodeOf(other)];
  if (episode.block != who.order.block()) return Spread::kGrid;
  return episode.warp == who.thread / kLanes ? Spread::kWarp : Spread::kBlock;
}

inline bool IsPast(const Toucher& who, Segment segment) {
  return EpisodeOf(segment) < who.order.grid_floor() || who.order.IsBefore(segment, who.thread);
}

template <bool Parallel>
inline void KeepReader(const Toucher& who, Cell& cell, SecondReader& second, Note now) {
  const Note reader{LoadNote<Parallel>(cell.read)};
  if (reader.segment() == now.segment()) {
    if (now.bytes() & ~reader.bytes()) StoreNote<Parallel>(cell.read, reader.bits | now.bits);
    return;
  }
  const bool past = EpisodeOf(reader.segment()) < who.order.grid_floor();
  if (!past && reader.spread() == Spread::kGrid) return;
  if (past || (IsPast(who, reader.segment()) && (reader.spread() == Spread::kOne || IsPast(who, second))))
    return StoreNote<Parallel>(cell.read, now.bits);
  const Spread spread = SpreadOf(who, reader.segment());
  if (spread <= reader.spread()) return;
  second = now.segment();
  StoreNote<Parallel>(cell.read, (reader.bits & ~std::uint64_t{3}) | static_cast<std::uint64_t>(spread) | std::uint64_t{now.bytes()} << 8);
}

template <bool Parallel, class OnConflict>
inline void NoteRead(const Toucher& who, Cell& cell, SecondReader& second, Note now, OnConflict&& on_conflict) {
  KeepReader<Parallel>(who, cell, second, now);
  const Note writer{LoadNote<Parallel>(cell.write)};
  if (!IsHarmless(who, writer, now)) on_conflict(writer, true);
}

// `written`: which bytes hold a good value afterwards, of those in now.bytes().
template <bool Parallel, class OnConflict>
inline void NoteWrite(const Toucher& who, Cell& cell, SecondReader& second, Note now, std::uint32_t written,
                      OnConflict&& on_conflict) {
  const Note writer{LoadNote<Parallel>(cell.write)};
  std::uint64_t bits = now.bits | Note::Written((writer.written() & ~now.bytes()) | written);
  if (writer.segment() == now.segment()) bits |= std::uint64_t{writer.bytes()} << 8;
  StoreNote<Parallel>(cell.write, bits);
  if (!IsHarmless(who, writer, now)) on_conflict(writer, true);
  const Note reader{LoadNote<Parallel>(cell.read)};
  if (EpisodeOf(reader.segment()) < who.order.grid_floor()) return;
  if (!IsHarmless(who, reader, now)) return on_conflict(reader, false);
  if (reader.spread() == Spread::kOne) return;
  const Note other{(reader.bits & 0xffffffffu) | std::uint64_t{second} << 32};
  if (!IsHarmless(who, other, now)) on_conflict(other, false);
}

}  // namespace lockstep
