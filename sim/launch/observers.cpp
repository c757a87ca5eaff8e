#include "sim/launch/observers.h"

#include <algorithm>

namespace lockstep::launch {
namespace {

Observers (*make_observers)() = nullptr;

}  // namespace

void MakeObserversBy(Observers (*make)()) { make_observers = make; }

const Observers& TheObservers() {
  // Also used by the program's destructors.
  static const Observers* const observers = new Observers(make_observers ? make_observers() : Observers{});
  return *observers;
}

bool AnyOfHost(bool (machine::HostObserver::*question)() const) {
  return std::ranges::any_of(TheObservers().host,
                             [&](const machine::HostObserver* each) { return (each->*question)(); });
}

}  // namespace lockstep::launch
