#pragma once

// What the learner looks at: a moment of a launch, a thread, a cell, a line. One Selection serves the whole window, so
// whatever is chosen in one panel is chosen in all of them. model/choose.h moves it.

#include <compare>
#include <cstdint>
#include <optional>
#include <set>

#include "shared/trace/recording.h"

namespace lockstep::viz {

// A moment of a launch: how many of its recorded steps have happened. 0 is before the first step.
using Position = std::uint32_t;

// An index into RecordedLaunch::steps.
using StepIndex = std::uint32_t;
inline constexpr StepIndex kNoStep = 0xffffffff;

struct Line {
  FileId file = FileId::kNone;
  std::uint32_t number = 0;  // from 1; 0: no line
  friend auto operator<=>(const Line&, const Line&) = default;
};

// One element of an object: `index` counts elements in memory order.
struct Cell {
  ObjectId object = ObjectId::kNone;
  std::uint64_t index = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};

struct Selection {
  std::uint32_t launch = 0;  // index into Recording::launches
  Position step = 0;
  Dim3 block{0, 0, 0};                // blockIdx, of a recorded block or not
  Dim3 thread{0, 0, 0};               // threadIdx
  ObjectId object = ObjectId::kNone;  // the array in view
  std::optional<Cell> cell;           // the cell in view
  Line line;                          // the line in view
  std::set<Line> breakpoints;
  bool playing = false;
  std::optional<std::uint32_t> finding;  // index into Recording::findings
  std::uint32_t side = 0;                // of that finding
  bool to_finding = false;               // asked for: the next frame goes to that side (model/findings.h)
};

}  // namespace lockstep::viz
