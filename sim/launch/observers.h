#pragma once

// The observers of this process: of its grids, and of what its host does.

#include "sim/machine/host_observer.h"

namespace lockstep::launch {

class LaunchObserver;

// Null: none.
struct Observers {
  LaunchObserver* launch = nullptr;
  machine::HostObserver* host = nullptr;
};

// Sets the function that creates them; called before the program's own constructors (sim/runtime/observers.cpp).
void MakeObserversBy(Observers (*make)());
// Created at the first call, when the units of the program are registered.
const Observers& TheObservers();
// An observer that ignores everything if there is none.
machine::HostObserver& TheHostObserver();

}  // namespace lockstep::launch
