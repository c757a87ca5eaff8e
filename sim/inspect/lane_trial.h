#pragma once

// The trial of a block whose threads run as the lanes of vectors, 32 at a time and each line for all of them.
//
// The findings of a thread by thread run must be found, with the same threads and lines. A trial therefore holds only
// as long as the order of threads makes no difference: to the values in memory, as no cell is touched by two threads of
// which one writes; and to the shadow, as each cell's notes become what they would have become thread by thread
// (lane_notes.h). At the first access of another kind, or at one that would be reported, all that the trial has changed
// is put back, and the block runs thread by thread.

#include <algorithm>
#include <csetjmp>
#include <cstdint>
#include <memory>

#include "sim/check/cells.h"
#include "sim/inspect/row_cells.h"

namespace lockstep::inspect {

// A list that grows only between accesses.
template <class T>
class ChangeList {
 public:
  // Room for so many entries, which Add() takes without a look.
  void Reserve(std::uint64_t count) {
    if (count_ + count > room_) [[unlikely]]
      Grow(count);
  }
  void Add(const T& entry) { entries_[count_++] = entry; }
  T& Next() { return entries_[count_++]; }
  // The entries that Advance() takes, which may be written before.
  T* room() { return entries_.get() + count_; }
  void Advance(std::uint64_t count) { count_ += count; }
  void Clear() { count_ = 0; }
  std::uint64_t size() const { return count_; }
  const T* begin() const { return entries_.get(); }
  const T* end() const { return entries_.get() + count_; }

 private:
  void Grow(std::uint64_t count) {
    room_ = 2 * room_ + count;
    auto larger = std::make_unique_for_overwrite<T[]>(room_);
    std::copy(begin(), end(), larger.get());
    entries_ = std::move(larger);
  }

  std::unique_ptr<T[]> entries_;
  std::uint64_t count_ = 0, room_ = 0;
};

struct CheckedWorker;

struct LaneTrial {
  // Cells side by side of which the notes of readers, or of writers, have changed.
  struct Noted {
    check::Cell* cells;
    check::SecondReader* seconds;
    std::uint32_t count;
    bool wrote, seconds_changed;
  };
  static constexpr std::uint64_t kMostStored = 128;
  struct Stored {
    std::uint64_t address, size;
    char before[kMostStored];
  };

  std::jmp_buf doubt;
  ChangeList<Noted> noted;
  ChangeList<std::uint64_t> notes;          // of their cells, one after the other, as they were before
  ChangeList<check::SecondReader> seconds;  // likewise
  ChangeList<Stored> stores;
  check::EpisodeRange own;  // the block's episodes
  RowCellsCache cells_of_rows;
  // Second readers of other warps or blocks were noted in this episode at the latest; 0: none.
  std::uint32_t last_far = 0;

  // The room of `notes` and `seconds`, and the part in use.
  void Keep(const Noted& change) {
    noted.Add(change);
    notes.Advance(change.count);
    if (change.seconds_changed) seconds.Advance(change.count);
  }
  bool IsOwn(check::Segment segment) const { return check::EpisodeOf(segment) - own.first < own.end - own.first; }
  // For the accesses of one row.
  void ReserveNotes() {
    noted.Reserve(RowCells::kMost);
    notes.Reserve(RowCells::kMost);
    seconds.Reserve(RowCells::kMost);
  }

  // False if too many blocks of the launch have been tried in vain.
  bool Begin(CheckedWorker& worker, std::uint64_t of_launch, std::uint64_t rounds);
  // Of two blocks that touch a cell at the same time, one at least sees the other's note at its end.
  void End(const CheckedWorker& worker);
  // Puts everything back.
  void Undo();
  // Does so, and jumps to `doubt`. Nothing that has a destructor may be alive in between.
  [[noreturn]] void Doubt();
  // A loop of the tile goes round: no lane has gone more often than the tile.
  void GoRound(std::uint32_t of_tile);

 private:
  void Clear();
  bool SeesOther(const Noted& noted, std::uint64_t live) const;
  void PutBack(const Noted& change, const std::uint64_t* notes, const check::SecondReader* seconds) const;
  std::uint64_t accesses_before_ = 0, writes_before_ = 0;  // of the block and of the worker
  std::uint64_t launch_ = ~std::uint64_t{0}, tried_ = 0, failed_ = 0;
  std::uint64_t most_rounds_ = 0, rounds_left_ = 0;
  std::uint32_t tile_ = 0;
};

}  // namespace lockstep::inspect
