#pragma once

// The marks in the squares of threads besides their colours.

#include "shared/replay/thread_state.h"
#include "viz/panels/desk.h"

namespace lockstep::viz {

// The meaning of a colour is also drawn: a thread that waits is hatched, one that has ended is hollow, one with a fault
// has a cross.
void DrawPhase(const Desk& desk, Area cell, replay::ThreadPhase phase, ImU32 ground);

// The line's number in the cell, where there is room for it: colours repeat, and not everybody can tell them apart.
void DrawLineNumber(const replay::Model& model, const Desk& desk, Area cell, replay::ThreadSlot slot, ImU32 ground);

// The tip with a thread's place, state and value.
void TipForThread(const replay::Model& model, const Desk& desk, trace::Dim3 block, trace::Dim3 thread);

}  // namespace lockstep::viz
