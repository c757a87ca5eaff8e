#pragma once

// Up to two threads, B and C, that stay beside the chosen one, A: marked in the grid, with their variables next to
// those of A.

#include <array>
#include <optional>
#include <vector>

#include "shared/replay/thread_state.h"
#include "shared/replay/values_beside.h"
#include "viz/model/thread_layout.h"
#include "viz/panels/desk.h"

namespace lockstep::viz {

// B and C: threads that are kept beside the chosen one.
struct KeptThreads {
  std::array<std::optional<ThreadPlace>, 2> all;
};

struct ThreadBeside {
  char letter = 'B';  // 0: the chosen thread in the other run (runs.h)
  ThreadPlace place;
  const replay::Model* model = nullptr;  // at the moment whose values are shown; null: the thread is not there
  std::string run = {};                  // the other run's name
};

// Those of the launch, without the chosen thread. B and C, in the run in view.
std::vector<ThreadBeside> ThreadsBeside(const replay::Model& model, const Selection& selection, const Desk& desk);

// The chosen thread in the other run, at the moment that stands for the one in view; none unless the list is open.
std::optional<ThreadBeside> RunBeside(const replay::Model& model, const Selection& selection, Desk& desk);

// Keeps a thread, in place of C if there are two, or no longer keeps it.
void KeepOrRelease(Desk& desk, ThreadPlace place);

// A letter in the corner of a thread's square, if it is large enough.
void DrawLetter(const Desk& desk, Area cell, char letter, ImU32 ground);

// The row of heads above the columns of values, which begin at `columns` (A's first) and end at `end`. A click on B's
// head chooses that thread, and the one chosen before becomes B; a click on the other run's brings that run into view.
void DrawHeads(const replay::Model& model, Selection& selection, Desk& desk, const std::vector<ThreadBeside>& beside,
               const std::vector<float>& columns, float end);

}  // namespace lockstep::viz
