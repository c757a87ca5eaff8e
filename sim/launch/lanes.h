#pragma once

// The lanes of a warp as threads, one at a time: a kernel that runs as whole warps calls the runtime's functions of one
// thread between __lockstep_begin_lane and __lockstep_end_lane (sim/hooks/hooks.h).

#include <string>

#include "sim/launch/grid_run.h"

namespace lockstep::launch {

// The block whose lanes call from now on; it may become another block of the grid. Null: none.
void RunLanesOf(const LockstepBlock* block, const GridRun* grid);

// True if a lane calls; its text is then kept until its warp shows it, in the order of its threads. Otherwise false.
bool KeepPrint(const std::string& text);
// Shows what is kept.
void ShowPrints();
// From now on, what lanes print is dropped, or no longer.
void DropPrints(bool drop);

}  // namespace lockstep::launch
