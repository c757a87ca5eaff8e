#pragma once

// The observers of this process: of its grids, and of what its host does.

#include <type_traits>
#include <vector>

#include "sim/machine/host_observer.h"

namespace lockstep::launch {

class LaunchObserver;

struct Observers {
  LaunchObserver* launch = nullptr;          // null: none
  std::vector<machine::HostObserver*> host;  // each is told of every event, in this order
};

// Sets the function that creates them; called before the program's own constructors (sim/runtime/observers.cpp).
void MakeObserversBy(Observers (*make)());
// Created at the first call, when the units of the program are registered.
const Observers& TheObservers();

// Tells the host's observers of an event: TellHost(&machine::HostObserver::HostWaits, stream).
template <class... Parameters>
void TellHost(void (machine::HostObserver::*event)(Parameters...), std::type_identity_t<Parameters>... arguments) {
  for (machine::HostObserver* each : TheObservers().host) (each->*event)(arguments...);
}
// True if one of them answers so.
bool AnyOfHost(bool (machine::HostObserver::*question)() const);

}  // namespace lockstep::launch
