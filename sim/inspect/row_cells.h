#pragma once

// Which cells the lanes of a row touch, where their addresses lie at equal distances: for each cell the first two lanes
// that do, the last one, and the bytes. It depends on few numbers, so that it is found out once for many rows.

#include <array>
#include <cstdint>
#include <memory>

#include "shared/trace/words.h"
#include "sim/check/cells.h"

namespace lockstep::inspect {

struct RowShape {
  std::uint32_t lanes = 0;  // a bit for each
  std::int64_t stride = 0;  // from the address of a lane to that of the next
  std::uint64_t size = 0;   // of an access: a power of two
  std::uint64_t first = 0;  // the lowest address

  // The facts on which the cells depend.
  std::uint64_t Key() const {
    return lanes | size << 32 | first % check::kCellBytes << 40 | static_cast<std::uint64_t>(stride & 0xff) << 48;
  }
};

struct RowCells {
  static constexpr std::int64_t kMostStride = 16;
  static constexpr std::uint32_t kMost = trace::kWarpSize * kMostStride / check::kCellBytes;

  // Vectors have no more elements. The last cell is repeated up to a multiple.
  static constexpr std::uint32_t kStep = 8;

  std::uint64_t key = 0;  // of the shape; 0: none
  std::uint32_t count = 0;
  bool have_seconds = false;  // two lanes touch one cell
  bool overlap = false;       // two lanes, one after the other, touch one byte
  bool are_side_by_side = false, are_few = false;
  // A cell each, as parts of notes: the lane, as the difference of its segment to that of lane 0, and its bytes of the
  // cell. 0: no lane.
  std::array<std::uint64_t, kMost> first, second, last;
  // Of all lanes, where a note has the bytes with a value.
  std::array<std::uint64_t, kMost> bytes;

  void Fill(const RowShape& shape);
  bool IsTouched(std::uint32_t cell) const { return bytes[cell] != 0; }
};

// Of the shapes that an OS thread has met lately.
class RowCellsCache {
 public:
  // Null where the cells are not side by side, or too few to look at them together.
  const RowCells* Find(const RowShape& shape) {
    if (shape.stride < -RowCells::kMostStride || shape.stride > RowCells::kMostStride || shape.stride == 0)
      return nullptr;
    const std::uint64_t key = shape.Key();
    std::unique_ptr<RowCells>& known = known_[key * 0x9e3779b97f4a7c15u >> (64 - kBits)];
    if (!known) [[unlikely]]
      known = std::make_unique_for_overwrite<RowCells>();
    if (known->key != key) [[unlikely]]
      known->Fill(shape);
    return known->are_side_by_side && !known->are_few ? known.get() : nullptr;
  }

 private:
  static constexpr int kBits = 6;
  std::array<std::unique_ptr<RowCells>, 1 << kBits> known_;
};

}  // namespace lockstep::inspect
