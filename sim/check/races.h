#pragma once

// The race check of one cell: what a read or a write is unordered with, by the cell's notes; and the notes that it
// leaves. The algorithm is FastTrack's (Flanagan and Freund, PLDI 2009) with two readers where that has a clock: a
// writer is unordered with one of two readers that are far enough apart, or with none.
//
// `on_conflict(Note earlier, bool earlier_wrote)` is called for each conflict; a kept write is one that wrote. Cells of
// memory that several blocks share are touched by several OS threads at once; `Parallel` makes one of two simultaneous
// accesses see the other.

#include <atomic>

#include "sim/check/cells.h"

namespace lockstep::check {

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

// Replaces a note, so that nothing is lost of what it says of other bytes: false, with the note that is there now,
// where another OS thread has changed it since it was `before`.
template <bool Parallel>
inline bool ReplaceNote(std::uint64_t& note, std::uint64_t& before, std::uint64_t bits) {
  if constexpr (Parallel) return std::atomic_ref(note).compare_exchange_strong(before, bits);  // a fence too
  note = bits;
  return true;
}

// Volatile was how lanes of a warp passed values on when they went in step. Nobody waits for the value: nothing says
// that it has been written.
inline bool IsLockstepHabit(const Toucher& who, Note earlier, Note now) {
  if (earlier.how() != Note::kUnawaited && now.how() != Note::kUnawaited) return false;
  if (earlier.is_atomic() || now.is_atomic()) return false;
  const Episode& episode = who.episodes[EpisodeOf(earlier.segment())];
  return episode.block == who.order.block() && episode.warp == who.thread / trace::kWarpSize;
}

// Two atomics of different blocks, of which one holds within its block only.
inline bool IsTooNarrow(const Toucher& who, Note earlier, Note now) {
  if (!earlier.is_atomic() || !now.is_atomic() || !(earlier.is_in_block() || now.is_in_block())) return false;
  return who.episodes[EpisodeOf(earlier.segment())].block != who.order.block();
}

// An earlier note that says nothing about this launch, or that is of no conflict with what is done now.
inline bool IsHarmless(const Toucher& who, Note earlier, bool earlier_wrote, Note now) {
  if (EpisodeOf(earlier.segment()) < who.order.grid_floor() || earlier.segment() == now.segment()) return true;
  if (!(earlier.bytes() & now.bytes())) return true;
  if (earlier.is_strong() && now.is_strong() && !IsLockstepHabit(who, earlier, now) && !IsTooNarrow(who, earlier, now))
    return true;
  return earlier_wrote ? who.order.IsBefore(earlier.segment(), who.thread)
                       : who.order.IsReadBefore(earlier.segment(), who.thread);
}

inline Spread SpreadOf(const Toucher& who, Segment other) {
  const Episode& episode = who.episodes[EpisodeOf(other)];
  if (episode.block != who.order.block()) return Spread::kGrid;
  return episode.warp == who.thread / trace::kWarpSize ? Spread::kWarp : Spread::kBlock;
}

inline bool IsPast(const Toucher& who, Segment segment) {
  return EpisodeOf(segment) < who.order.grid_floor() || who.order.IsBefore(segment, who.thread);
}

// An atomic takes no plain access's place, however long that is past for its own block: other blocks' atomics conflict
// with the plain access and not with the atomic.
inline bool IsHiddenBy(const Toucher& who, Note plain, Note now) {
  return now.is_atomic() && !plain.is_strong() && !who.order.IsSettled(EpisodeOf(plain.segment()));
}

// The first reader is of another launch than the second one, which is the reader `now`. A note has one site for both,
// and a line must not be said to be where it is not: only work that is no kernel needs no site.
inline std::uint32_t SiteOfBoth(const BlockOrder& order, Note first, Note now) {
  if (order.IsOfLaunch(EpisodeOf(first.segment()))) return first.site();
  return first.site() == kNoSite ? now.site() : kNoSite;
}

// Readers on two streams: the first may be past for this launch where the second is not.
inline bool IsOnlySecondOpen(const BlockOrder& order, Note reader, SecondReader second) {
  return reader.spread() != Spread::kOne && order.IsSettled(EpisodeOf(reader.segment())) &&
         !order.IsSettled(EpisodeOf(second));
}

template <bool Parallel>
inline void KeepSecond(const Toucher& who, Cell& cell, SecondReader& second, Note reader, Note now, Spread spread) {
  second = now.segment();
  StoreNote<Parallel>(cell.read, reader.At(SiteOfBoth(who.order, reader, now)).WithSecond(now.bytes(), spread).bits);
}

template <bool Parallel>
inline void KeepReader(const Toucher& who, Cell& cell, SecondReader& second, Note now) {
  Note reader{LoadNote<Parallel>(cell.read)};
  if (IsOnlySecondOpen(who.order, reader, second)) {
    reader = reader.Second(second);
    StoreNote<Parallel>(cell.read, reader.bits);
  }
  if (reader.segment() == now.segment() && !reader.is_kept_write()) {
    if (reader.is_strong() && !now.is_strong()) return StoreNote<Parallel>(cell.read, now.bits);
    if (now.bytes() & ~reader.bytes()) StoreNote<Parallel>(cell.read, reader.bits | std::uint64_t{now.bytes()} << 8);
    return;
  }
  if (IsHiddenBy(who, reader, now)) return;
  const bool past = who.order.IsSettled(EpisodeOf(reader.segment()));
  if (!past && reader.spread() == Spread::kGrid) {
    // Both are of launches on other streams, perhaps of one: what reads on this stream is kept first.
    const bool are_of_others =
        !who.order.IsOfLaunch(EpisodeOf(reader.segment())) && !who.order.IsOfLaunch(EpisodeOf(second));
    if (are_of_others && reader.how() == now.how()) KeepSecond<Parallel>(who, cell, second, reader, now, Spread::kGrid);
    return;
  }
  if (past || (IsPast(who, reader.segment()) && (reader.spread() == Spread::kOne || IsPast(who, second))))
    return StoreNote<Parallel>(cell.read, now.bits);
  if (reader.spread() != Spread::kOne && second == now.segment())
    return StoreNote<Parallel>(cell.read, reader.bits | std::uint64_t{now.bytes()} << 4);
  if (reader.is_kept_write()) return;
  // Both readers have the first one's way of reading: of two that differ, the plain one conflicts with more.
  if (reader.how() != now.how()) {
    if (!now.is_strong()) StoreNote<Parallel>(cell.read, now.bits);
    return;
  }
  const Spread spread = SpreadOf(who, reader.segment());
  if (spread <= reader.spread()) return;
  KeepSecond<Parallel>(who, cell, second, reader, now, spread);
}

// A thread that has updated the cell by an atomic comes after all atomics on it that were before.
inline bool IsBehindByAtomics(const Toucher& who, Note writer, Note reader) {
  return reader.is_atomic() && writer.is_atomic() && IsPast(who, writer.segment());
}

template <bool Parallel, class OnConflict>
inline void NoteRead(const Toucher& who, Cell& cell, SecondReader& second, Note now, OnConflict&& on_conflict) {
  const Note kept{LoadNote<Parallel>(cell.read)};
  KeepReader<Parallel>(who, cell, second, now.AsReader());
  const Note writer{LoadNote<Parallel>(cell.write)};
  if (!IsHarmless(who, writer, true, now)) return on_conflict(writer, true);
  if (kept.is_kept_write() && !IsHarmless(who, kept, true, now)) on_conflict(kept, true);
}

// `written`: which bytes hold a good value afterwards, of those in now.bytes().
template <bool Parallel, class OnConflict>
inline void NoteWrite(const Toucher& who, Cell& cell, SecondReader& second, Note now, std::uint32_t written,
                      OnConflict&& on_conflict) {
  Note writer{LoadNote<Parallel>(cell.write)};
  const auto after = [&] {
    const std::uint64_t bits = now.bits | Note::Written((writer.written() & ~now.bytes()) | written);
    return writer.segment() == now.segment() ? bits | std::uint64_t{writer.bytes()} << 8 : bits;
  };
  while (!ReplaceNote<Parallel>(cell.write, writer.bits, after())) continue;
  if (!IsHarmless(who, writer, true, now)) on_conflict(writer, true);
  const Note reader{LoadNote<Parallel>(cell.read)};
  if (IsHiddenBy(who, writer, now) && (reader.is_strong() || IsPast(who, reader.segment())))
    StoreNote<Parallel>(cell.read, writer.AsKeptWrite().bits);
  if (IsBehindByAtomics(who, writer, reader)) return;
  if (!IsHarmless(who, reader.AsReader(), reader.is_kept_write(), now))
    return on_conflict(reader.AsReader(), reader.is_kept_write());
  if (reader.spread() == Spread::kOne) return;
  const Note other = reader.Second(second);
  if (!IsHarmless(who, other, false, now)) on_conflict(other, false);
}

}  // namespace lockstep::check
