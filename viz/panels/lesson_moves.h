#pragma once

// The links between a lesson's text and the rest of the window: its tasks watch what is chosen, its links choose.

#include "viz/model/tasks.h"
#include "viz/panels/panel.h"

namespace lockstep::viz {

// How the window shows the recording now, in the words of directions.
Look LookOf(const replay::Model& model, const Selection& selection, const Desk& desk);
// Shows it as the directions ask for.
void ShowAs(const replay::Directions& to, Desk& desk);

// Ticks the tasks of the page that the window satisfies, once the reader has done something. Call it once in each
// frame, after the model has moved to the frame's moment.
void WatchTasks(View& view);

}  // namespace lockstep::viz
