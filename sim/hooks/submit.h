#pragma once

// For libraries in C++: a call whose work is a function object.

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "sim/hooks/library.h"

namespace lockstep::hooks {

// As __lockstep_call_library; its result. Operands of no bytes are left out by the runtime.
inline int SubmitLibraryCall(CUstream_st* stream, const char* function, const std::vector<LockstepOperand>& operands,
                             std::function<void()> work, const void* caller) {
  auto data = std::make_unique<std::function<void()>>(std::move(work));
  const LockstepLibraryCall call{.function = function,
                                 .operands = operands.data(),
                                 .operand_count = static_cast<std::uint32_t>(operands.size()),
                                 .work = [](void* it) { (*static_cast<std::function<void()>*>(it))(); },
                                 .release = [](void* it) { delete static_cast<std::function<void()>*>(it); },
                                 .data = data.release()};
  return __lockstep_call_library(stream, &call, caller);
}

}  // namespace lockstep::hooks
