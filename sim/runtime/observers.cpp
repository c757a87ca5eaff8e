// Who looks on at a program: what its environment asks for. The one file that knows the CUDA API, the engine, the
// recorder, the checker and the explainer.

#include "sim/launch/observers.h"

#include "sim/api/session.h"
#include "sim/explain/explainer.h"
#include "sim/inspect/checker.h"
#include "sim/record/recorder.h"

namespace lockstep {
namespace {

Observers Make() {
  Machine& machine = Session::Get().machine();
  Recorder* const recorder = Recorder::Make(machine);
  Checker* const checker = Checker::Make(machine, Explainer::Make(machine));
  if (checker) return {.launch = checker, .host = checker};
  return {.launch = recorder};
}

[[gnu::constructor]] void Wire() { MakeObserversBy(Make); }

}  // namespace
}  // namespace lockstep
