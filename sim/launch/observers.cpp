#include "sim/launch/observers.h"

namespace lockstep {
namespace {

Observers (*make_observers)() = nullptr;

}  // namespace

void MakeObserversBy(Observers (*make)()) { make_observers = make; }

const Observers& TheObservers() {
  static const Observers observers = make_observers ? make_observers() : Observers{};
  return observers;
}

HostObserver& TheHostObserver() {
  static HostObserver* const nobody = new HostObserver;  // asked by destructors of the program too
  HostObserver* const host = TheObservers().host;
  return host ? *host : *nobody;
}

}  // namespace lockstep
