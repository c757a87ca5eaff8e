#pragma once

// What device code calls in the runtime, on behalf of the running thread. The functions themselves are declared in
// sim/toolkit/lockstep/device.h, and defined in sync.cpp (together with others) and device_calls.cpp (alone).

#include "sim/launch/block_run.h"

namespace lockstep {

inline ThreadRun& CurrentThread() { return *static_cast<ThreadRun*>(__lockstep_current); }

// At the start of a launch: the clock's lower half, which is what `clock()` gives, begins at zero and so does not wrap
// for long; the whole clock only goes up.
void StartClock();

}  // namespace lockstep
