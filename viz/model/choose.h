#pragma once

// Choosing one thing moves all the others along: the one place that keeps a Selection in step with itself.

#include "viz/model/lesson_view.h"
#include "viz/model/model.h"
#include "viz/model/stepping.h"

namespace lockstep::viz {

// The first answer, before any click: the last of the first two recorded blocks, its sixth thread (an index whose
// formula says something), at the moment when it has just written its first element.
Selection FirstSelection(Model& model);
// The same in this launch, an index into Recording::launches.
Selection FirstSelection(Model& model, std::uint32_t launch);

// The moment at which a thread has just written its first element; its first step if it writes none.
Position FirstMomentOf(const Model& model, ThreadSlot thread);

// The line becomes the thread's, the cell what its line writes or reads.
void ChooseThread(const Model& model, Selection& selection, Dim3 block, Dim3 thread);
// The thread becomes the one that wrote the cell last, else the one that will; the line where it does.
void ChooseCell(const Model& model, Selection& selection, Cell cell);
// The thread becomes one that stands on the line now; if none does, time goes on to when one gets there.
void ChooseLine(const Model& model, Selection& selection, Line line);
// The thread stays; line and cell become what they are for it at that moment. Call it after Model::MoveTo.
void Follow(const Model& model, Selection& selection);
// Goes to what an exercise's sentence speaks of; what of it the recording does not have is left out.
void GoToPlace(Model& model, Selection& selection, const ExercisePlace& place);

}  // namespace lockstep::viz
