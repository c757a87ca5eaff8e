#pragma once

// What an access of one lane leaves in a cell's notes, where lanes come to a line one after the other and line after
// line (lane_trial.h). The notes of a cell must become those that threads leave that run one after the other (races.h,
// usual_access.h):
//
// - Writes come in the order of threads, and no other thread reads the cell: both are tested.
// - Of the readers of one warp, races.h notes the first two threads, and of each the first line. Here lanes of lower
//   numbers may come later; they then take the places of those that would have come after them.
//
// Both return false where this is not so, and where the access would be reported.

#include "sim/check/races.h"
#include "sim/inspect/lane_trial.h"

namespace lockstep::inspect {

class LaneNotes {
 public:
  LaneNotes(LaneTrial& trial, const check::Episodes& episodes, const check::BlockOrder& order, std::uint32_t site,
            bool all_written)
      : trial_(trial),
        episodes_(episodes),
        block_(order.block()),
        live_(std::uint64_t{order.grid_floor()} << kEpisodeBits),
        site_(site),
        all_written_(all_written) {}

  [[gnu::always_inline]] bool Read(check::Cell& cell, check::SecondReader& second, std::uint32_t bytes,
                                   check::Segment segment) {
    if (!MayRead(cell, bytes, segment)) [[unlikely]]
      return false;
    const check::Note reader{check::LoadNote<true>(cell.read)};
    if (reader.bits < live_) {
      NoteRead(cell, reader.bits, check::Note::Of(segment, site_, bytes, 0).bits);
      return true;
    }
    return ReadToo(cell, second, bytes, segment, reader);
  }

  bool MayRead(check::Cell& cell, std::uint32_t bytes, check::Segment segment) const {
    const check::Note writer{check::LoadNote<true>(cell.write)};
    if (writer.bits >= live_ && writer.segment() != segment) return false;
    return all_written_ || !(bytes & ~writer.written());
  }

  [[gnu::always_inline]] bool Write(check::Cell& cell, std::uint32_t bytes, check::Segment segment) {
    const check::Note writer{check::LoadNote<true>(cell.write)};
    std::uint64_t bits = check::Note::Of(segment, site_, bytes, 0).bits | (writer.bits & check::Note::Written(15)) |
                         check::Note::Written(bytes);
    if (writer.bits >= live_) {
      if (writer.how() != 0 || writer.segment() > segment) return false;
      if (writer.segment() == segment)
        bits |= std::uint64_t{writer.bytes()} << 8;
      else if (writer.bytes() & bytes)
        return false;
    }
    if (!MayWrite(cell, segment)) return false;
    NoteWrite(cell, writer.bits, bits);
    return true;
  }

  bool MayWrite(check::Cell& cell, check::Segment segment) const {
    const check::Note reader{check::LoadNote<true>(cell.read)};
    return reader.bits < live_ ||
           (reader.segment() == segment && reader.spread() == check::Spread::kOne && reader.how() == 0);
  }

  // Of cells side by side.
  enum class State { kMixed, kFresh, kQuiet };  // kFresh: nobody has touched them; kQuiet: one more reader is not noted
  // Plain loads, which become vectors: another OS thread's notes are looked for at the end of the trial.
  [[clang::no_sanitize("thread")]] State StateOf(check::Cell* cells, std::uint64_t count,
                                                 std::uint32_t first_episode) const {
    // The sign of a difference: the note is settled.
    const std::uint64_t half = live_ >> 1;
    std::uint64_t settled = ~std::uint64_t{0}, fresh = ~std::uint64_t{0}, live = 0, writers = ~std::uint64_t{0},
                  readers = ~std::uint64_t{0}, any = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t write = cells[i].write, read = cells[i].read;
      settled &= (write >> 1) - half;
      writers &= write;
      fresh &= (read >> 1) - half;
      live |= (read >> 1) - half;
      readers &= read;
      any |= read;
    }
    constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
    if (!(settled & kSign) || (!all_written_ && (check::Note{writers}.written() != 15))) return State::kMixed;
    if (fresh & kSign) return State::kFresh;
    const bool all_far =
        !(live & kSign) && check::Note{readers}.spread() == check::Spread::kGrid && check::Note{readers}.bytes() == 15;
    const bool is_plain = check::Note{any}.how() == 0 && !check::Note{any}.is_kept_write();
    return all_far && is_plain && first_episode > trial_.last_far ? State::kQuiet : State::kMixed;
  }
  // Nobody has touched them.
  [[clang::no_sanitize("thread")]] bool IsFresh(const check::Cell* cells, std::uint64_t count) const {
    std::uint64_t fresh = ~std::uint64_t{0};
    for (std::uint64_t i = 0; i < count; ++i)
      fresh &= ((cells[i].write >> 1) - (live_ >> 1)) & ((cells[i].read >> 1) - (live_ >> 1));
    return fresh >> 63;
  }
  void ReadFresh(check::Cell* cells, std::uint64_t count, std::uint64_t of_lane, const check::Segment* segments) {
    for (std::uint64_t i = 0; i < count; ++i)
      NoteRead(cells[i], cells[i].read, check::Note::Of(segments[i / of_lane], site_, 15, 0).bits);
  }
  void WriteFresh(check::Cell* cells, std::uint64_t count, std::uint64_t of_lane, const check::Segment* segments) {
    for (std::uint64_t i = 0; i < count; ++i)
      NoteWrite(cells[i], cells[i].write,
                check::Note::Of(segments[i / of_lane], site_, 15, check::Note::Written(15)).bits);
  }

 private:
  // In a note, the bits below its episode.
  static constexpr int kEpisodeBits = 32 + 5;

  void NoteRead(check::Cell& cell, std::uint64_t before, std::uint64_t after) {
    trial_.reads.Add({&cell, before, after});
    std::atomic_ref(cell.read).store(after, std::memory_order_relaxed);
  }
  void NoteWrite(check::Cell& cell, std::uint64_t before, std::uint64_t after) {
    trial_.writes.Add({&cell, before, after});
    std::atomic_ref(cell.write).store(after, std::memory_order_relaxed);
  }
  void NoteSecond(check::Cell& cell, check::SecondReader& second, check::Note before, check::Note after,
                  check::Segment segment) {
    trial_.seconds.Add({&second, second});
    second = segment;
    NoteRead(cell, before.bits, after.bits);
    if (after.spread() > check::Spread::kWarp) trial_.last_far = std::max(trial_.last_far, check::EpisodeOf(segment));
  }

  // Somebody of this launch has read the cell.
  bool ReadToo(check::Cell& cell, check::SecondReader& second, std::uint32_t bytes, check::Segment segment,
               check::Note reader) {
    if (reader.how() != 0 || reader.is_kept_write()) return false;
    if (reader.segment() == segment) {
      if (bytes & ~reader.bytes()) NoteRead(cell, reader.bits, reader.bits | std::uint64_t{bytes} << 8);
      return true;
    }
    const std::uint32_t episode = check::EpisodeOf(segment), other = check::EpisodeOf(reader.segment());
    if (other == episode) return ReadInWarp(cell, second, bytes, segment, reader);
    if (reader.spread() != check::Spread::kGrid) {
      const check::Spread spread = episodes_[other].block == block_ ? check::Spread::kBlock : check::Spread::kGrid;
      if (reader.spread() < spread) {
        NoteSecond(cell, second, reader, reader.WithSecond(bytes, spread), segment);
        return true;
      }
    }
    if (episode > trial_.last_far || check::EpisodeOf(second) != episode) return true;
    if (segment < second)
      NoteSecond(cell, second, reader, reader.WithSecond(bytes, reader.spread()), segment);
    else if (segment == second && reader.spread() == check::Spread::kBlock)
      MergeSecond(cell, bytes, reader);
    return true;
  }

  bool ReadInWarp(check::Cell& cell, check::SecondReader& second, std::uint32_t bytes, check::Segment segment,
                  check::Note reader) {
    if (reader.spread() > check::Spread::kWarp) return reader.spread() == check::Spread::kGrid;
    if (segment < reader.segment()) {
      const check::Note first = check::Note::Of(segment, site_, bytes, 0);
      NoteSecond(cell, second, reader, first.WithSecond(reader.bytes(), check::Spread::kWarp), reader.segment());
    } else if (reader.spread() == check::Spread::kOne || segment < second) {
      NoteSecond(cell, second, reader, reader.WithSecond(bytes, check::Spread::kWarp), segment);
    } else if (segment == second) {
      MergeSecond(cell, bytes, reader);
    }
    return true;
  }

  void MergeSecond(check::Cell& cell, std::uint32_t bytes, check::Note reader) {
    const std::uint64_t merged = reader.bits | std::uint64_t{bytes} << 4;
    if (merged != reader.bits) NoteRead(cell, reader.bits, merged);
  }

  LaneTrial& trial_;
  const check::Episodes& episodes_;
  const std::uint32_t block_;
  const std::uint64_t live_;  // notes of this launch are not smaller
  const std::uint32_t site_;
  const bool all_written_;
};

}  // namespace lockstep::inspect
