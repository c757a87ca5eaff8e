#pragma once

// The colours of threads, by line, state or value: the same in all panels.

#include <cstdint>
#include <map>
#include <vector>

#include "shared/replay/thread_values.h"
#include "viz/panels/desk.h"

namespace lockstep::viz {

// The colours of all threads at the moment, computed once in each frame for all panels.
struct ThreadColors {
  std::vector<ImU32> by_slot;
  replay::ThreadValues values;  // if coloured by a value
  std::vector<ImU32> by_site;   // of a thread at this site
  std::uint64_t made_for = 0;   // the launch and the colouring; see thread_colors.cpp
  replay::Position position = 0;
};

// Of the launch's lines, the index of the theme's colour.
struct LineColors {
  std::map<replay::Line, std::size_t> by_line;
  std::uint32_t launch = 0xffffffff;
};

// Computes the colour of every recorded thread at this moment, in desk.Of<ThreadColors>(). Call it once in each frame,
// before the panels.
void ColourThreads(const replay::Model& model, Desk& desk);

// The colour of threads in this state, and of those on this line.
ImU32 StateColor(const Desk& desk, replay::ThreadPhase phase);
ImU32 ColorOfLine(const Desk& desk, replay::Line line);

// A key that changes with each value that is mixed into it.
std::uint64_t Mixed(std::uint64_t seed, std::uint64_t value);

}  // namespace lockstep::viz
