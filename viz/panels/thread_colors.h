#pragma once

// The colours of threads, by line, state or value: the same in all panels.

#include "viz/panels/desk.h"

namespace lockstep::viz {

// Computes the colour of every recorded thread at this moment, in desk.thread_colors. Call it once in each frame,
// before the panels.
void ColourThreads(const replay::Model& model, Desk& desk);

// The colour of threads in this state, and of those on this line.
ImU32 StateColor(const Desk& desk, replay::ThreadPhase phase);
ImU32 ColorOfLine(const Desk& desk, replay::Line line);

// A key that changes with each value that is mixed into it.
std::uint64_t Mixed(std::uint64_t seed, std::uint64_t value);

}  // namespace lockstep::viz
