#pragma once

// The memory that an expression names for one thread at the moment: `tile[1].weights`. What a debugger opens.

#include <optional>
#include <string_view>

#include "shared/base/error.h"
#include "shared/replay/model.h"
#include "shared/replay/thread_state.h"

namespace lockstep::replay {

struct NamedPlace {
  std::optional<LiveVariable> live;  // a local variable or a parameter; else in `object`
  trace::ObjectId object = trace::ObjectId::kNone;
  std::uint64_t offset = 0;  // bytes
  trace::TypeId type = trace::TypeId::kNone;
  std::optional<std::uint64_t> count;  // so many of `type`, one after the other; none: one value
};

// As Evaluate (evaluate.h) finds it; none for what is computed, and for what has no value.
std::optional<NamedPlace> FindNamed(const Model& model, ThreadSlot thread, std::string_view expression,
                                    std::optional<std::size_t> frame = std::nullopt);

}  // namespace lockstep::replay
