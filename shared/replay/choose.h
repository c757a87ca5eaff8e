#pragma once

// A choice of one thing adjusts all others. This is the only place that keeps the parts of a Cursor consistent.

#include "shared/replay/model.h"
#include "shared/replay/stepping.h"

namespace lockstep::replay {

// The initial cursor: in the last of the first two recorded blocks, the sixth thread (so that the formula of its index
// is instructive), just after it has written its first element.
Cursor FirstCursor(Model& model);
// The same in the given launch, an index into Recording::launches.
Cursor FirstCursor(Model& model, std::uint32_t launch);

// The moment just after the thread has written its first element; if it writes none, after it has read its first one;
// if it does neither, on its first line.
Position FirstMomentOf(const Model& model, ThreadSlot thread);

// Chooses a thread. The line becomes the thread's, the cell the one that its line writes or reads.
void ChooseThread(const Model& model, Cursor& cursor, trace::Dim3 block, trace::Dim3 thread);
// Chooses a cell. The thread becomes the one that wrote the cell last, else the next that will; the line, the writing
// one.
void ChooseCell(const Model& model, Cursor& cursor, Cell cell);
// Chooses a line. The thread becomes one that is on the line now; if there is none, time advances until one is.
void ChooseLine(const Model& model, Cursor& cursor, Line line);
// The line that the step happened on: of its site; of a step without one, the line that the thread was on.
Line LineOfStep(const Model& model, StepIndex step);
// The moment just after the step, its thread, its line and its object.
Cursor MomentAfter(const Model& model, StepIndex step);
// Goes to the launch, the moment, the thread and the line of `to`. The cell becomes the one that the step before the
// moment touched, unless that is a local variable.
void GoToMoment(Model& model, Cursor& cursor, const Cursor& to);
// Keeps the thread, and updates line and cell to the current moment. Call it after Model::MoveTo.
void Follow(const Model& model, Cursor& cursor);

}  // namespace lockstep::replay
