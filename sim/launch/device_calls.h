#pragma once

// The functions of the runtime that device code calls on behalf of the running thread. They are declared in
// sim/toolkit/lockstep/device.h, and defined in sync.cpp (those that involve other threads) and device_calls.cpp.

#include "sim/launch/block_run.h"

namespace lockstep::launch {

inline ThreadRun& CurrentThread() { return *static_cast<ThreadRun*>(__lockstep_current); }

// Called at the start of a launch. The lower half of the clock, which `clock()` returns, restarts at zero, so that it
// does not wrap for a long time; the whole clock only increases.
void StartClock();

}  // namespace lockstep::launch
