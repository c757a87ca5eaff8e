#pragma once

// The value of an expression for one thread at the moment: what a watch, a condition or a query asks.
//
//   Evaluate(model, thread, "tile[threadIdx.y][k + 1] * 0.5f")   →   0.25
//
// It is C++ as the kernel's source has it: literals, arithmetic and comparisons with C++'s own conversions, `? :`,
// casts to arithmetic types, min and max; CUDA's threadIdx, blockIdx, blockDim, gridDim, warpSize; the names that the
// thread sees (locals and parameters of its function, shared and device variables, constants, macros that are a
// number); `[]` on arrays and pointers, `.` and `->` on structs, `*p`. Nothing is called, nothing is changed, no
// address is taken.
//
// Nothing is guessed: what the recording does not have, and what nobody has written yet, is an error that says so.
// Limit: pointers are followed into the program's memory, the thread's own variables, and its own block's shared
// memory.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "shared/base/error.h"
#include "shared/replay/model.h"
#include "shared/replay/number.h"

namespace lockstep::replay {

struct Evaluated {
  std::string text;              // as the variables' panel has it: "0.25", "{1, 2}"
  std::optional<Number> number;  // none for structs, arrays and pointers, which have a text only
  // Of an expression that is a variable, a member or an element; kNone for what was computed.
  trace::TypeId type = trace::TypeId::kNone;
};

// At the moment of the last MoveTo, in the frame of that number in the thread's CallStack (0: the kernel), or in the
// innermost. The Error is a sentence about the expression: "`x` has no value yet", "`f` is called, and calls are not
// evaluated".
Expected<Evaluated> Evaluate(const Model& model, ThreadSlot thread, std::string_view expression,
                             std::optional<std::size_t> frame = std::nullopt);

}  // namespace lockstep::replay
