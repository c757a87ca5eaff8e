// Creates the observers that the environment requests. This is the only file that depends on the CUDA API, the engine,
// the recorder, the checker and the explainer together.

#include "sim/launch/observers.h"

#include "sim/api/session.h"
#include "sim/explain/explainer.h"
#include "sim/inspect/checker.h"
#include "sim/record/process_recorder.h"
#include "sim/record/recorder.h"

namespace lockstep::runtime {
namespace {

launch::Observers Make() {
  machine::Machine& machine = api::Session::Get().machine();
  record::Recorder* const recorder = record::MakeRecorder(machine);
  inspect::Checker* const checker = inspect::Checker::Make(machine, explain::Explainer::Make(machine), recorder);
  if (checker) return {.launch = checker, .host = checker->host_observers()};
  if (recorder) return {.launch = recorder, .host = {&recorder->host()}};
  return {};
}

[[gnu::constructor]] void Wire() { launch::MakeObserversBy(Make); }

}  // namespace
}  // namespace lockstep::runtime
