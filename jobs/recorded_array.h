#pragma once

// The cells of a recorded array as numbers.

#include <cstdint>
#include <optional>
#include <string>

#include "shared/trace/recording.h"

namespace lockstep::jobs {

struct RecordedArray {
  const trace::Recording* recording = nullptr;
  const trace::RecordedLaunch* launch = nullptr;  // the last one that has the array's bytes
  const trace::Object* object = nullptr;
  const trace::Snapshot* after = nullptr;     // its bytes after that launch
  const trace::WriterMap* writers = nullptr;  // null if they were not recorded

  trace::ObjectId Id() const { return static_cast<trace::ObjectId>(object - recording->objects.data()); }
  std::uint64_t CellSize() const;  // bytes of a cell: the size of its type, 1 if unknown
  std::uint64_t Cells() const;
  double Number(std::uint64_t cell) const;      // 0 if the cell is no number
  std::string Value(std::uint64_t cell) const;  // for display
  std::string Name(std::uint64_t cell) const;   // "d_grey[1065][1472]"
  bool HasNumbers() const;                      // its cells are numbers that `Number` can give
  bool HasFloats() const;                       // ... float or double
  // The thread that wrote the cell last in the launch, linear in the grid: block * threads a block + thread.
  std::optional<std::uint64_t> Writer(std::uint64_t cell) const;
  // The array after the last earlier launch in which a thread wrote what the cell still holds; none if there is none.
  std::optional<RecordedArray> WrittenEarlier(std::uint64_t cell) const;
  // By a kernel or the host; its bytes are no value else. True where that is not known.
  bool WasWritten(std::uint64_t cell) const;
  bool IsWrittenInAnyLaunch() const;
};

// The array that the program published or allocated under this name; nothing if no launch has its bytes.
std::optional<RecordedArray> FindArray(const trace::Recording& recording, const std::string& name);

}  // namespace lockstep::jobs
