#pragma once

// The cells that an access touches.

#include "sim/check/cells.h"

namespace lockstep::inspect {

// Calls `work(cell, second reader, bytes of the cell that are touched, address of the cell)` for each cell of
// [address, address + size).
template <class Work>
inline void ForEachCell(const check::Span& span, std::uint64_t address, std::uint64_t size, Work&& work) {
  const std::uint64_t base = span.begin & ~(check::kCellBytes - 1), end = address + size;
  std::uint64_t index = (address - base) / check::kCellBytes;
  for (std::uint64_t at = address & ~(check::kCellBytes - 1); at < end; at += check::kCellBytes, ++index) {
    std::uint32_t bytes = 15;
    if (at < address) bytes = bytes << (address - at) & 15;
    if (at + check::kCellBytes > end) bytes &= 15u >> (at + check::kCellBytes - end);
    work(span.cells[index], span.second[index], bytes, at);
  }
}

// The cell of `address`, counted from the span's first.
inline std::uint64_t CellOf(const check::Span& span, std::uint64_t address) {
  return (address - (span.begin & ~(check::kCellBytes - 1))) / check::kCellBytes;
}

}  // namespace lockstep::inspect
