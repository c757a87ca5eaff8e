#pragma once

// Names that stand for numbers wherever they are seen: constexpr variables, enumerators, arguments of templates, and
// macros that are a number.

#include <optional>
#include <string_view>

#include "shared/replay/model.h"
#include "shared/replay/number.h"

namespace lockstep::replay {

// What `name` means in `function`, as the recording has it, or as `file` defines it as a macro: once, on no condition.
std::optional<Number> ConstantNamed(const Model& model, FunctionId function, FileId file, std::string_view name);

}  // namespace lockstep::replay
