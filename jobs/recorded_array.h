#pragma once

// The cells of a recorded array as numbers.

#include <cstdint>
#include <optional>
#include <string>

#include "shared/trace/recording.h"

namespace lockstep::jobs {

struct RecordedArray {
  const Recording* recording = nullptr;
  const RecordedLaunch* launch = nullptr;  // the last one that has the array's bytes
  const Object* object = nullptr;
  const Snapshot* after = nullptr;     // its bytes when that launch had ended
  const WriterMap* writers = nullptr;  // null where nobody noted them

  ObjectId Id() const { return static_cast<ObjectId>(object - recording->objects.data()); }
  std::uint64_t CellSize() const;  // bytes a cell: of its element type, 1 where that is unknown
  std::uint64_t Cells() const;
  double Number(std::uint64_t cell) const;      // 0 for a cell that is no number
  std::string Value(std::uint64_t cell) const;  // as a learner reads it
  std::string Name(std::uint64_t cell) const;   // "d_grey[1065][1472]"
  // The thread that wrote the cell last, linear in the grid: block * threads a block + thread.
  std::optional<std::uint64_t> Writer(std::uint64_t cell) const;
};

// The array that the program published or allocated under this name, or nothing where no launch has its bytes.
std::optional<RecordedArray> FindArray(const Recording& recording, const std::string& name);

}  // namespace lockstep::jobs
