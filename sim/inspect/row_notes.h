#pragma once

// The notes that the lanes of a row leave in cells side by side: the same as LaneNotes (lane_notes.h) lane after
// lane, for all cells at once and in vectors. In a cell that many lanes read, only the first two of them are noted.

#include <array>

#include "sim/inspect/lane_trial.h"
#include "sim/inspect/row_cells.h"

namespace lockstep::inspect {

// The lanes are of one warp.
struct RowOfCells {
  const RowCells& which;  // without gaps
  check::Cell* cells;     // the first, and its second reader
  check::SecondReader* seconds;
  check::Note lane_zero;  // without bytes
  std::uint64_t live;     // notes of this launch are not smaller
  bool all_written;
};

// Both change nothing and return false where the lanes have to be looked at one by one: an access may be in doubt. The
// trial has reserved notes.
struct RowNotes {
  bool is_usable = false;  // on this processor
  bool (*read)(LaneTrial& trial, const RowOfCells& row) = nullptr;
  bool (*write)(LaneTrial& trial, const RowOfCells& row) = nullptr;
};

// The same code for longer and longer vectors, the first of which every processor has.
inline constexpr int kVectors = 3;
extern const std::array<RowNotes, kVectors> row_notes_by_vector;
// The last one that is usable.
extern const RowNotes row_notes;

}  // namespace lockstep::inspect
