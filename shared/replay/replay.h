#pragma once

// The front door of shared/replay: a recording, opened for questions. A window, a debugger's adapter or a script needs
// this header alone; nothing here knows of a screen, a compiler or a running program.
//
//   Expected<std::unique_ptr<Model>> model = Open("grey.lstrace");
//   Cursor cursor = FirstCursor(**model);                                       // where a first look says something
//   if (auto stop = NextStop(**model, cursor.block, cursor.thread, Stride::kWarp, Direction::kForward)) {
//     cursor.step = *stop;
//     (*model)->MoveTo(cursor);                                                 // every answer is of that moment now
//     Follow(**model, cursor);                                                  // its line and cell are the thread's
//   }
//   for (const Frame& frame : CallStack(**model, (*model)->SlotOf(cursor.block, cursor.thread), cursor.step)) ...
//
// Where one is (cursor.h): a launch is an index into Recording::launches, a moment (Position) the number of that
// launch's recorded steps that have happened: 0 before the first, Model::end() after the last. Blocks and threads are
// blockIdx and threadIdx; a ThreadSlot numbers the threads of the recorded blocks, and is kNone for any other. Lines
// count from 1, and 0 is no line. Offsets and sizes are in bytes, cells in elements, shapes with their slowest
// dimension first.
//
// How to ask: a question is a free function of a `const Model&`, and answers for the moment of the last MoveTo. Only
// Open() can fail. A question about what was not recorded has an empty answer, never a guess; moments and launches out
// of range are clamped. A Model belongs to one thread at a time.

#include <filesystem>
#include <memory>

#include "shared/base/error.h"
#include "shared/replay/accesses.h"  // what a line reads and writes, who wrote a byte
#include "shared/replay/arrays.h"    // arrays and their cells
#include "shared/replay/choose.h"    // moving a Cursor
#include "shared/replay/cursor.h"
#include "shared/replay/findings.h"    // what `lockstep check` has put into the recording
#include "shared/replay/headline.h"    // a moment as a sentence
#include "shared/replay/lanes.h"       // how a warp diverged
#include "shared/replay/line_notes.h"  // a line of the source with a thread's numbers
#include "shared/replay/model.h"
#include "shared/replay/stepping.h"       // where a thread, a warp, a block stops next; breakpoints
#include "shared/replay/thread_state.h"   // phase, call stack, variables
#include "shared/replay/thread_values.h"  // a variable in all threads at once
#include "shared/replay/warp_access.h"    // what an access of a warp costs

namespace lockstep::replay {

// Reads a recording. The Error names the file and what is wrong with it, or says that no kernel ran in it.
Expected<std::unique_ptr<Model>> Open(const std::filesystem::path& path);

}  // namespace lockstep::replay
