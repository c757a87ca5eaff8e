#include "sim/api/unseen_error.h"

#include <dlfcn.h>
#include <unwind.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <utility>

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
  if (unseen.what.empty() || launch::TheHostObserver().ReportsErrors()) return;
  std::fflush(stdout);
  std::fprintf(stderr, "lockstep: %s (%s: %s), and the program never checked the error\n", unseen.what.c_str(),
               cudaGetErrorName(unseen.error), cudaGetErrorString(unseen.error));
}

void Forget() {
  Unseen& unseen = TheUnseen();
  const std::lock_guard lock(unseen.mutex);
  unseen.what.clear();
}

const void* ModuleOf(const void* code) {
  Dl_info info{};
  return dladdr(code, &info) ? info.dli_fbase : nullptr;
}

struct Walk {
  const void* own_module = nullptr;
  const void* caller = nullptr;
};

_Unwind_Reason_Code Step(_Unwind_Context* context, void* data) {
  Walk& walk = *static_cast<Walk*>(data);
  const auto* at = reinterpret_cast<const void*>(_Unwind_GetIP(context));
  if (ModuleOf(at) == walk.own_module) return _URC_NO_REASON;
  walk.caller = at;
  return _URC_END_OF_STACK;
}

// Where the program called the API. Errors are rare, so every call need not pass its place on.
const void* FindCaller() {
  Walk walk{.own_module = ModuleOf(reinterpret_cast<const void*>(&FindCaller))};
  _Unwind_Backtrace(Step, &walk);
  return walk.caller;
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
    if (!launch::TheHostObserver().ReportsErrors()) return;
    const std::string words = std::string("`") + cudaGetErrorName(error) + "`: " + cudaGetErrorString(error);
    return launch::TheHostObserver().IgnoresError(error, words, FindCaller());
  }
  Forget();
  launch::TheHostObserver().LooksAtError();
}

void NoteErrorAskedFor() {
  Forget();
  launch::TheHostObserver().LooksAtError();
}

}  // namespace lockstep::api
