#include "sim/api/unseen_error.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <utility>

#include "sim/launch/observers.h"
#include "sim/toolkit/cuda_runtime_api.h"

// Set around a call whose result the program throws away.
extern "C" {
__attribute__((visibility("default"),
               tls_model("initial-exec"))) constinit thread_local unsigned char __lockstep_ignores_result = 0;
}

namespace lockstep {
namespace {

struct Unseen {
  std::mutex mutex;
  std::string what;  // empty: nothing
  cudaError_t error = cudaSuccess;
};

// Never destroyed: it is asked when everything else is gone.
Unseen& TheUnseen() {
  static auto* unseen = new Unseen;
  return *unseen;
}

void TellAtTheEnd() {
  Unseen& unseen = TheUnseen();
  const std::lock_guard lock(unseen.mutex);
  if (unseen.what.empty() || TheHostObserver().ReportsErrors()) return;
  std::fflush(stdout);
  std::fprintf(stderr, "lockstep: %s (%s: %s), and the program never looked at the error\n", unseen.what.c_str(),
               cudaGetErrorName(unseen.error), cudaGetErrorString(unseen.error));
}

void Forget() {
  Unseen& unseen = TheUnseen();
  const std::lock_guard lock(unseen.mutex);
  unseen.what.clear();
}

}  // namespace

void TellUnseenErrorAtTheEnd() { std::atexit(TellAtTheEnd); }

void NoteUnseenError(std::string what, cudaError_t error) {
  Unseen& unseen = TheUnseen();
  const std::lock_guard lock(unseen.mutex);
  if (!unseen.what.empty()) return;
  unseen.what = std::move(what);
  unseen.error = error;
}

void NoteErrorReturned() {
  if (__lockstep_ignores_result) return;
  Forget();
  TheHostObserver().LooksAtError();
}

void NoteErrorAskedFor() {
  Forget();
  TheHostObserver().LooksAtError();
}

}  // namespace lockstep
