#pragma once

// The notes of one lane's access in a cell, where lanes come to a line one after the other and line after
// line (lane_trial.h). The notes of a cell must become those that threads leave that run one after the other (races.h,
// usual_access.h):
//
// - Writes come in the order of threads, and no other thread reads the cell: both are tested.
// - Of the readers of one warp, races.h notes the first two threads, and of each the first line. CheckedThread lanes of
// lower
//   numbers may come later; they then take the places of those that would have come after them.
//
// Both return false where this is not so, and where the access would be reported.

#include "sim/check/races.h"
#include "sim/inspect/lane_trial.h"
#include "sim/inspect/row_notes.h"

namespace lockstep::inspect {

class LaneNotes {
 public:
  LaneNotes(LaneTrial& trial, const check::BlockOrder& order, std::uint32_t site, bool all_written)
      : trial_(trial),
        live_(std::uint64_t{order.grid_floor()} << kEpisodeBits),
        site_(site),
        all_written_(all_written) {}

  [[gnu::always_inline]] bool Read(check::Cell& cell, check::SecondReader& second, std::uint32_t bytes,
                                   check::Segment segment) {
    if (!MayRead(cell, bytes, segment)) [[unlikely]]
      return false;
    const check::Note reader{check::LoadNote<true>(cell.read)};
    if (reader.bits < live_) {
      NoteRead(cell, second, reader.bits, check::Note::Of(segment, site_, bytes, 0).bits);
      return true;
    }
    return ReadToo(cell, second, bytes, segment, reader);
  }

  bool MayRead(check::Cell& cell, std::uint32_t bytes, check::Segment segment) const {
    const check::Note writer{check::LoadNote<true>(cell.write)};
    if (writer.bits >= live_ && writer.segment() != segment) return false;
    return all_written_ || !(bytes & ~writer.written());
  }

  [[gnu::always_inline]] bool Write(check::Cell& cell, check::SecondReader& second, std::uint32_t bytes,
                                    check::Segment segment) {
    check::Note writer{check::LoadNote<true>(cell.write)};
    std::uint64_t bits = check::Note::Of(segment, site_, bytes, 0).bits | (writer.bits & check::Note::Written(15)) |
                         check::Note::Written(bytes);
    if (writer.bits >= live_) {
      if (writer.how() != 0 || writer.segment() > segment) return false;
      if (writer.segment() == segment)
        bits |= std::uint64_t{writer.bytes()} << 8;
      else if (writer.bytes() & bytes)
        return false;
    }
    return MayWrite(cell, segment) && NoteWrite(cell, second, writer, bits, bytes);
  }

  bool MayWrite(check::Cell& cell, check::Segment segment) const {
    const check::Note reader{check::LoadNote<true>(cell.read)};
    return reader.bits < live_ ||
           (reader.segment() == segment && reader.spread() == check::Spread::kOne && reader.how() == 0);
  }

  // The same for cells side by side, as one; false where the lanes have to come one by one.
  bool ReadRow(const RowCells& which, check::Cell* cells, check::SecondReader* seconds, check::Segment lane_zero,
               const RowNotes& with = row_notes) {
    return with.read(trial_, RowOf(which, cells, seconds, lane_zero));
  }
  bool WriteRow(const RowCells& which, check::Cell* cells, check::SecondReader* seconds, check::Segment lane_zero,
                const RowNotes& with = row_notes) {
    return with.write(trial_, RowOf(which, cells, seconds, lane_zero));
  }

 private:
  // In a note, the bits below its episode.
  static constexpr int kEpisodeBits = 32 + 5;

  RowOfCells RowOf(const RowCells& which, check::Cell* cells, check::SecondReader* seconds,
                   check::Segment lane_zero) const {
    return {which, cells, seconds, check::Note::Of(lane_zero, site_, 0, 0), live_, all_written_};
  }

  void NoteRead(check::Cell& cell, check::SecondReader& second, std::uint64_t before, std::uint64_t after) {
    *trial_.notes.room() = before;
    trial_.Keep({&cell, &second, 1, false, false});
    std::atomic_ref(cell.read).store(after, std::memory_order_relaxed);
  }
  // False where another OS thread has written other bytes of the cell meanwhile: a whole cell has no others.
  bool NoteWrite(check::Cell& cell, check::SecondReader& second, check::Note before, std::uint64_t after,
                 std::uint32_t bytes) {
    *trial_.notes.room() = before.bits;
    if (all_written_ || bytes == 15)
      std::atomic_ref(cell.write).store(after, std::memory_order_relaxed);
    else if (!check::ReplaceNote<true>(cell.write, before.bits, after))
      return false;
    trial_.Keep({&cell, &second, 1, true, false});
    return true;
  }
  void NoteSecond(check::Cell& cell, check::SecondReader& second, check::Note before, check::Note after,
                  check::Segment segment) {
    *trial_.notes.room() = before.bits;
    *trial_.seconds.room() = second;
    trial_.Keep({&cell, &second, 1, false, true});
    second = segment;
    std::atomic_ref(cell.read).store(after.bits, std::memory_order_relaxed);
    if (after.spread() > check::Spread::kWarp) trial_.last_far = std::max(trial_.last_far, check::EpisodeOf(segment));
  }

  // Somebody of this launch has read the cell.
  bool ReadToo(check::Cell& cell, check::SecondReader& second, std::uint32_t bytes, check::Segment segment,
               check::Note reader) {
    if (reader.how() != 0 || reader.is_kept_write()) return false;
    if (reader.segment() == segment) {
      if (bytes & ~reader.bytes()) NoteRead(cell, second, reader.bits, reader.bits | std::uint64_t{bytes} << 8);
      return true;
    }
    const std::uint32_t episode = check::EpisodeOf(segment), other = check::EpisodeOf(reader.segment());
    if (other == episode) return ReadInWarp(cell, second, bytes, segment, reader);
    if (reader.spread() != check::Spread::kGrid) {
      const check::Spread spread = trial_.IsOwn(reader.segment()) ? check::Spread::kBlock : check::Spread::kGrid;
      if (reader.spread() < spread) {
        NoteSecond(cell, second, reader, reader.WithSecond(bytes, spread), segment);
        return true;
      }
    }
    if (episode > trial_.last_far || check::EpisodeOf(second) != episode) return true;
    if (segment < second)
      NoteSecond(cell, second, reader, reader.WithSecond(bytes, reader.spread()), segment);
    else if (segment == second && reader.spread() == check::Spread::kBlock)
      MergeSecond(cell, second, bytes, reader);
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
      MergeSecond(cell, second, bytes, reader);
    }
    return true;
  }

  void MergeSecond(check::Cell& cell, check::SecondReader& second, std::uint32_t bytes, check::Note reader) {
    const std::uint64_t merged = reader.bits | std::uint64_t{bytes} << 4;
    if (merged != reader.bits) NoteRead(cell, second, reader.bits, merged);
  }

  LaneTrial& trial_;
  const std::uint64_t live_;  // notes of this launch are not smaller
  const std::uint32_t site_;
  const bool all_written_;
};

}  // namespace lockstep::inspect
