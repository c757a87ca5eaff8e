#include "sim/launch/observers.h"

namespace lockstep::launch {
namespace {

Observers (*make_observers)() = nullptr;

}  // namespace

void MakeObserversBy(Observers (*make)()) { make_observers = make; }

const Observers& TheObservers() {
  static const Observers observers = make_observers ? make_observers() : Observers{};
  return observers;
}

machine::HostObserver& TheHostObserver() {
  static machine::HostObserver* const nobody = new machine::HostObserver;  // also used by the program's destructors
  machine::HostObserver* const host = TheObservers().host;
  return host ? *host : *nobody;
}

}  // namespace lockstep::launch
