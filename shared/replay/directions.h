#pragma once

// A place in a recording, in words: what a link in the text of a lesson leads to, and what a task in it asks for.
//
//   thread=5;line=out[i]=                 thread 5, at the line whose text contains `out[i] =`
//   launch=1;cell=d_sum[2];at=end         a cell, at the end of the second launch
//
// Parts are separated by semicolons and stand in any order; README.md of lessons/ describes them. What a part does not
// name stays as it is.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/error.h"
#include "shared/replay/arrangement.h"
#include "shared/replay/model.h"
#include "shared/replay/thread_state.h"

namespace lockstep::replay {

struct Directions {
  enum class Moment : std::uint8_t {
    kAny,
    kStart,  // before the first step
    kEnd,    // after the last one
    kWrite,  // the thread has written its first element
    kDone,   // the thread has done what `line` does
    kStep,   // after `step` steps
  };

  std::optional<std::uint32_t> launch;  // index into Recording::launches
  std::optional<trace::Dim3> block, thread;
  std::string line;         // a number, or a part of the line's text without spaces; empty: any
  std::uint32_t visit = 1;  // the thread's so many-th time on that line
  std::string where;        // a condition that holds there, as Evaluate has it: its first time on that line with it
  Moment at = Moment::kAny;
  Position step = 0;
  std::optional<ThreadPhase> state;  // of the thread
  std::string array;
  std::vector<std::uint64_t> cell;  // of `array`: by its dimensions, or one number in memory order; empty: any

  // How the window shows it: `colour` the grid by line, state, or a variable; `view` picture, cells, warp, scene, lanes
  // or variables; the arrays of a scene; the exercise's program instead of the lesson's.
  std::string colour, view;
  Arrangement scene;
  std::string footprint;  // in a scene: of `thread`, `warp` or `block`; `none`
  bool exercise = false;
};

// The Error is a sentence about the text.
Expected<Directions> ReadDirections(std::string_view text);

// Moves there: launch, thread, moment, line, array and cell. On an Error, which says what the recording does not have,
// nothing has moved.
Expected<void> GoTo(Model& model, Cursor& cursor, const Directions& to);

// True if the cursor is at such a place. Of moments after a step of a thread, every later one counts.
bool IsAt(const Model& model, const Cursor& cursor, const Directions& place);

// The cells of an array that the thread accesses anywhere in the launch, by reading or by writing, each once, in order.
std::vector<Cell> CellsOf(const Model& model, ThreadSlot thread, std::string_view array, bool writes);

}  // namespace lockstep::replay
