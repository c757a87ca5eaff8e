#pragma once

#include "viz/panels/desk.h"

namespace lockstep::viz {

// The launch's steps from left to right: drag to any moment, play, step a thread, a warp or the block, both ways.
void DrawTimeline(const Model& model, Selection& selection, Desk& desk);

// What the buttons do, for the keyboard to do too.
void StepTo(const Model& model, Selection& selection, Stride stride, Direction direction);
void RunTo(const Model& model, Selection& selection, Direction direction);  // the next breakpoint, or the end
// Moves the selection on while it plays. Call it once a frame, before the panels.
void Play(const Model& model, Selection& selection, Desk& desk);

}  // namespace lockstep::viz
