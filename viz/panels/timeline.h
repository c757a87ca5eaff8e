#pragma once

#include <string>

#include "viz/panels/panel.h"

namespace lockstep::viz {

// The launch's steps from left to right: dragging to any moment, playing, stepping a thread, a warp or the block, both
// ways.
void DrawTimeline(const replay::Model& model, Selection& selection, Desk& desk);

// " of 262 144 steps", and "so far" of a launch that is still being read.
std::string TotalSays(const replay::Model& model);

// The action of the buttons, for the keyboard too.
void StepTo(const replay::Model& model, Selection& selection, replay::Stride stride, replay::Direction direction);
// The first moment of the chosen thread if it has not started, its last one if it has ended; else none.
std::optional<replay::Position> OwnMoment(const replay::Model& model, const Selection& selection);

// Advances the selection while playing. Call it once in each frame, before the panels.
void Play(const replay::Model& model, Selection& selection, Desk& desk);

extern const Panel kTimeline;

}  // namespace lockstep::viz
