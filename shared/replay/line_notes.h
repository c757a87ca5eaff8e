#pragma once

// The note after a source line: the line's expression with the numbers of one thread, and its result:
//
//   int i = blockIdx.x*blockDim.x+threadIdx.x;      3*16+5 = 53

#include <string>
#include <vector>

#include "shared/replay/accesses.h"
#include "shared/replay/number.h"
#include "shared/replay/statement.h"
#include "shared/replay/thread_state.h"

namespace lockstep::replay {

struct LineNote {
  Line line;
  std::string numbers;  // "3*16+5"; empty if no name had a value
  std::string result;   // "53": the stored value, else that of the expression; empty if unknown
  bool done = false;    // false: the thread is on the line and has not stored the result yet
};

// One note for each line of the innermost function that the thread has reached: its latest visit. Where conditions
// decide on the rest of their line, the note is about them until that rest has stored something.
std::vector<LineNote> NotesOf(const Model& model, ThreadSlot thread);

// The note of one statement of a line that the thread's innermost function has visited.
LineNote NoteOf(const Model& model, ThreadSlot thread, const LineVisit& visit, const Statement& statement);

// The value of a built-in variable: "threadIdx.x", "gridDim.z", "warpSize". None for other names.
std::optional<Number> BuiltIn(const trace::RecordedLaunch& launch, trace::Dim3 block, trace::Dim3 thread,
                              std::string_view name);

}  // namespace lockstep::replay
