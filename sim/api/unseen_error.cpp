#include "sim/api/unseen_error.h"

#include <fmt/format.h>

#include <cstdlib>
#include <mutex>
#include <utility>

#include "shared/session/message.h"
#include "sim/api/program_caller.h"
#include "sim/launch/observers.h"
#include "sim/toolkit/cuda_runtime_api.h"

// Set around a call whose result the program ignores.
extern "C" {
__attribute__((visibility("default"),
               tls_model("initial-exec"))) constinit thread_local unsigned char __lockstep_ignores_result = 0;
}

namespace lockstep::api {
namespace {

struct Unseen {
  std::mutex mutex;
  std::string what;  // empty: nothing
  cudaError_t error = cudaSuccess;
};

// Never destroyed: it is used after all other objects have been destroyed.
Unseen& TheUnseen() {
  static auto* unseen = new Unseen;
  return *unseen;
}

void ReportUnseenError() {
  Unseen& unseen = TheUnseen();
  const std::lock_guard lock(unseen.mutex);
  if (unseen.what.empty() || launch::AnyOfHost(&machine::HostObserver::ReportsErrors)) return;
  session::Say({.text = fmt::format("{} ({}: {}), and the program never checked the error", unseen.what,
                                    cudaGetErrorName(unseen.error), cudaGetErrorString(unseen.error))});
}

void Forget() {
  Unseen& unseen = TheUnseen();
  const std::lock_guard lock(unseen.mutex);
  unseen.what.clear();
}

}  // namespace

void ReportUnseenErrorAtEnd() { std::atexit(ReportUnseenError); }

void NoteUnseenError(std::string what, cudaError_t error) {
  Unseen& unseen = TheUnseen();
  const std::lock_guard lock(unseen.mutex);
  if (!unseen.what.empty()) return;
  unseen.what = std::move(what);
  unseen.error = error;
}

std::string TakeUnseenError() {
  Unseen& unseen = TheUnseen();
  const std::lock_guard lock(unseen.mutex);
  if (unseen.what.empty()) return {};
  return std::exchange(unseen.what, {}) + ": " + cudaGetErrorString(unseen.error);
}

void NoteErrorReturned(cudaError_t error) {
  if (__lockstep_ignores_result) {
    if (!launch::AnyOfHost(&machine::HostObserver::ReportsErrors)) return;
    const std::string words = std::string("`") + cudaGetErrorName(error) + "`: " + cudaGetErrorString(error);
    return launch::TellHost(&machine::HostObserver::IgnoresError, error, words, FindProgramCaller());
  }
  Forget();
  launch::TellHost(&machine::HostObserver::LooksAtError, true);
}

void NoteErrorAskedFor() {
  Forget();
  launch::TellHost(&machine::HostObserver::LooksAtError, !__lockstep_ignores_result);
}

}  // namespace lockstep::api
