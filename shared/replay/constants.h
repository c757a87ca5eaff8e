#pragma once

// Names that stand for numbers: constexpr variables, enumerators, template arguments, and macros whose value is a
// number.

#include <optional>
#include <string_view>

#include "shared/replay/model.h"
#include "shared/replay/number.h"

namespace lockstep::replay {

// The value of `name` in `function`: from the recording, or from `file` if a macro of this name is defined there
// exactly once and unconditionally.
std::optional<Number> ConstantNamed(const Model& model, trace::FunctionId function, trace::FileId file,
                                    std::string_view name);

}  // namespace lockstep::replay
