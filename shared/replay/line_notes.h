#pragma once

// What stands behind a line of the source: the line's expression with the numbers that one thread had, and what came
// of it:
//
//   int i = blockIdx.x*blockDim.x+threadIdx.x;      3*16+5 = 53

#include <string>
#include <vector>

#include "shared/replay/accesses.h"
#include "shared/replay/number.h"
#include "shared/replay/thread_state.h"

namespace lockstep::replay {

struct LineNote {
  Line line;
  std::string numbers;  // "3*16+5"; empty where no name had a value
  std::string result;   // "53": what the line stored, else what its expression comes to; empty where neither is known
  bool done = false;    // false: the thread is on the line and has not stored the result yet
};

// For each line of the innermost function that the thread has reached: its latest visit.
std::vector<LineNote> NotesOf(const Model& model, ThreadSlot thread);

// What built-in variables hold: "threadIdx.x", "gridDim.z", "warpSize". None for other names.
std::optional<Number> BuiltIn(const RecordedLaunch& launch, Dim3 block, Dim3 thread, std::string_view name);

}  // namespace lockstep::replay
