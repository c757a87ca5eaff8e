#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "shared/replay/stepping.h"
#include "viz/model/time_window.h"
#include "viz/panels/panel.h"

namespace lockstep::viz {

struct TimelineView {
  replay::Stride stride = replay::Stride::kThread;
  double played_until = 0;  // ImGui's clock
  bool backwards = false;   // while it plays
  std::size_t speed = 2;    // of playing: the place in the menu of speeds
  TimeWindow window;
  std::optional<std::pair<std::uint32_t, replay::Position>> whole;  // the launch that it is a part of, and its end
  std::optional<replay::Position> followed;                         // the moment that was last brought into the window
  Area track;                                                       // in this frame
};

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
