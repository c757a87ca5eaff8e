#include "sim/inspect/row_cells.h"

#include <algorithm>
#include <bit>

namespace lockstep::inspect {
namespace {

// Fewer lanes or cells are faster looked at one by one.
constexpr std::uint32_t kFewest = 3;

void MarkTouched(RowCells& cells, std::uint32_t lane, std::uint32_t cell, std::uint64_t bytes) {
  const std::uint64_t part = std::uint64_t{lane} << 32 | bytes << 8;
  if (!cells.IsTouched(cell)) {
    cells.first[cell] = part;
  } else if (cells.second[cell] == 0) {
    cells.second[cell] = part;
    cells.have_seconds = true;
  }
  cells.overlap |= (cells.last[cell] & bytes << 8) != 0;
  cells.last[cell] = part;
  cells.bytes[cell] |= check::Note::Written(static_cast<std::uint32_t>(bytes));
}

}  // namespace

void RowCells::Fill(const RowShape& shape) {
  RowCells& cells = *this;
  cells = {.key = shape.Key(), .first = {}, .second = {}, .last = {}, .bytes = {}};
  const int lowest = shape.stride < 0 ? 31 - std::countl_zero(shape.lanes) : std::countr_zero(shape.lanes);
  for (std::uint32_t left = shape.lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const std::uint64_t at =
        shape.first % check::kCellBytes + static_cast<std::uint64_t>(shape.stride * (lane - lowest));
    for (std::uint64_t byte = at; byte < at + shape.size; byte += check::kCellBytes) {
      const std::uint64_t size = std::min(shape.size, check::kCellBytes);
      const auto cell = static_cast<std::uint32_t>(byte / check::kCellBytes);
      MarkTouched(cells, static_cast<std::uint32_t>(lane), cell, ((1u << size) - 1) << byte % check::kCellBytes);
      cells.count = std::max(cells.count, cell + 1);
    }
  }
  for (std::uint32_t cell = cells.count; cell % RowCells::kStep != 0; ++cell)
    for (auto* each : {&cells.first, &cells.second, &cells.last, &cells.bytes})
      (*each)[cell] = (*each)[cells.count - 1];
  cells.are_few = static_cast<std::uint32_t>(std::popcount(shape.lanes)) < kFewest || cells.count < kFewest;
  cells.are_side_by_side = true;
  for (std::uint32_t cell = 0; cell < cells.count; ++cell) cells.are_side_by_side &= cells.IsTouched(cell);
}

}  // namespace lockstep::inspect
