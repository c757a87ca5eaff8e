#pragma once

// Runs a program again for a window: with more blocks, or in the order that shows the other result of a race.

#include <functional>

#include "jobs/record.h"
#include "viz/app/scene.h"

namespace lockstep::cli {

// `original`: reads the recording that the window has opened with; called on another thread, once for each run.
// `follows`: the program runs again whenever one of its sources is saved.
struct RerunProgram {
  jobs::Program program;
  session::RecordSettings settings;
  std::function<Expected<trace::Recording>()> original;
  bool follows = false;
};

// The source of newer scenes for the window. Its runs end with it.
viz::SceneSource Reruns(RerunProgram program);

}  // namespace lockstep::cli
