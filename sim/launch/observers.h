#pragma once

// Who looks on at this process: at its grids, at what its host does.

#include "sim/machine/host_observer.h"

namespace lockstep {

class LaunchObserver;

// Null: nobody.
struct Observers {
  LaunchObserver* launch = nullptr;
  HostObserver* host = nullptr;
};

// How they are made: given before the program's own constructors run (sim/runtime/observers.cpp).
void MakeObserversBy(Observers (*make)());
// Made at the first call, which comes when the units of the program are registered.
const Observers& TheObservers();
// One that ignores everything where nobody looks on.
HostObserver& TheHostObserver();

}  // namespace lockstep
