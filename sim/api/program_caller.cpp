#include "sim/api/program_caller.h"

#include <dlfcn.h>
#include <unwind.h>

namespace lockstep::api {
namespace {

// Not by dladdr, which searches all symbols of the module.
const void* ModuleOf(const void* code) {
  dl_find_object found{};
  return _dl_find_object(const_cast<void*>(code), &found) == 0 ? found.dlfo_map_start : nullptr;
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

}  // namespace

const void* FindProgramCaller() {
  Walk walk{.own_module = ModuleOf(reinterpret_cast<const void*>(&FindProgramCaller))};
  _Unwind_Backtrace(Step, &walk);
  return walk.caller;
}

}  // namespace lockstep::api
