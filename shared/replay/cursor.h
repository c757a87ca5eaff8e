#pragma once

// A place in a recording: a moment of a launch, a thread, a cell, a line, a finding. A plain value; choose.h and
// findings.h change it and keep its parts consistent.

#include <compare>
#include <cstdint>
#include <optional>

#include "shared/trace/recording.h"

namespace lockstep::replay {

// A moment of a launch: how many of its recorded steps have happened. 0 is before the first step.
using Position = std::uint32_t;

// An index into RecordedLaunch::steps.
using StepIndex = std::uint32_t;
inline constexpr StepIndex kNoStep = 0xffffffff;

struct Line {
  trace::FileId file = trace::FileId::kNone;
  std::uint32_t number = 0;  // from 1; 0: no line
  friend auto operator<=>(const Line&, const Line&) = default;
};

// One element of an object: `index` counts elements in memory order.
struct Cell {
  trace::ObjectId object = trace::ObjectId::kNone;
  std::uint64_t index = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};

struct Cursor {
  std::uint32_t launch = 0;  // index into Recording::launches
  Position step = 0;
  trace::Dim3 block{0, 0, 0};                       // blockIdx, of a recorded block or not
  trace::Dim3 thread{0, 0, 0};                      // threadIdx
  trace::ObjectId object = trace::ObjectId::kNone;  // the array in view
  std::optional<Cell> cell;                         // the cell in view
  Line line;                                        // the line in view
  std::optional<std::uint32_t> finding;             // index into Recording::findings
  std::uint32_t side = 0;                           // of that finding
};

}  // namespace lockstep::replay
