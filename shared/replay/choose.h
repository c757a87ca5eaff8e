#pragma once

// Choosing one thing moves all the others along: the one place that keeps a Cursor in step with itself.

#include "shared/replay/model.h"
#include "shared/replay/stepping.h"

namespace lockstep::replay {

// The first answer, before any click: the last of the first two recorded blocks, its sixth thread (an index whose
// formula says something), at the moment when it has just written its first element.
Cursor FirstCursor(Model& model);
// The same in this launch, an index into Recording::launches.
Cursor FirstCursor(Model& model, std::uint32_t launch);

// The moment at which a thread has just written its first element; its first step if it writes none.
Position FirstMomentOf(const Model& model, ThreadSlot thread);

// The line becomes the thread's, the cell what its line writes or reads.
void ChooseThread(const Model& model, Cursor& cursor, Dim3 block, Dim3 thread);
// The thread becomes the one that wrote the cell last, else the one that will; the line where it does.
void ChooseCell(const Model& model, Cursor& cursor, Cell cell);
// The thread becomes one that stands on the line now; if none does, time goes on to when one gets there.
void ChooseLine(const Model& model, Cursor& cursor, Line line);
// The thread stays; line and cell become what they are for it at that moment. Call it after Model::MoveTo.
void Follow(const Model& model, Cursor& cursor);

}  // namespace lockstep::replay
