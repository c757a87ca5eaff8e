#pragma once

// The public interface of shared/replay: a recording, opened for questions. A window, a debugger's adapter or a script
// needs only this header; nothing here depends on a screen, a compiler or a running program.
//
//   Expected<std::unique_ptr<Model>> model = Open("grey.lstrace");
//   Cursor cursor = FirstCursor(**model);                                       // an instructive first place
//   if (auto stop = NextStop(**model, cursor.block, cursor.thread, Stride::kWarp, Direction::kForward)) {
//     cursor.step = *stop;
//     (*model)->MoveTo(cursor);                                                 // all answers now refer to that moment
//     Follow(**model, cursor);                                                  // its line and cell are the thread's
//   }
//   const ThreadSlot thread = (*model)->SlotOf(cursor.block, cursor.thread);
//   for (const Frame& frame : CallStack(**model, thread, cursor.step)) ...
//   Expected<Evaluated> cell = Evaluate(**model, thread, "tile[threadIdx.y][k + 1]");
//
// Places (cursor.h): a launch is an index into Recording::launches; a moment (Position) is the number of that launch's
// recorded steps that have happened: 0 before the first, Model::end() after the last. Blocks and threads are blockIdx
// and threadIdx; a ThreadSlot numbers the threads of the recorded blocks and is kNone for any other. Lines count from
// 1; 0 is no line. Offsets and sizes are in bytes, cells in elements; shapes have their slowest dimension first.
//
// Questions: each is a free function of a `const Model&` and refers to the moment of the last MoveTo. Only Open() and
// Evaluate() can fail. A question about something that was not recorded has an empty answer, never a guess; moments and
// launches out of range are clamped. A Model may be used by one thread at a time.

#include <filesystem>
#include <memory>

#include "shared/base/error.h"
#include "shared/replay/accesses.h"     // the accesses of a line, the writers of a byte
#include "shared/replay/arrangement.h"  // places of arrays that are shown together
#include "shared/replay/arrays.h"       // arrays and their cells
#include "shared/replay/choose.h"       // moving a Cursor
#include "shared/replay/cursor.h"
#include "shared/replay/evaluate.h"    // an expression in the words of the source: watches, queries
#include "shared/replay/fields.h"      // the parts of structs and arrays
#include "shared/replay/findings.h"    // the findings of `lockstep check`
#include "shared/replay/footprint.h"   // what a thread, a warp or a block has touched
#include "shared/replay/headline.h"    // a moment as a sentence
#include "shared/replay/lanes.h"       // how a warp diverged
#include "shared/replay/line_notes.h"  // a line of the source with a thread's numbers
#include "shared/replay/model.h"
#include "shared/replay/prints.h"         // what threads have printed
#include "shared/replay/stepping.h"       // the next stop of a thread, a warp or a block; breakpoints
#include "shared/replay/thread_state.h"   // phase, call stack, variables
#include "shared/replay/thread_values.h"  // a variable in all threads at once
#include "shared/replay/warp_access.h"    // what an access of a warp costs

namespace lockstep::replay {

// Reads a recording. The Error names the file and the problem, or states that no kernel ran in it.
Expected<std::unique_ptr<Model>> Open(const std::filesystem::path& path);

}  // namespace lockstep::replay
