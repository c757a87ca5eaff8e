#pragma once

// The ways in which the arithmetic of a program's floats differs from C++, because it was built with -ftz=true or
// --use_fast_math: questions compute as its kernels did (sim/compile/pass/language/fast_math.h).

#include <optional>
#include <string_view>
#include <vector>

#include "shared/replay/number.h"
#include "shared/trace/recording.h"

namespace lockstep::query {

struct Arithmetic {
  bool flushes = false;  // floats that are denormal are zeros of their sign, before an operation and after it
  bool is_fast = false;  // x / y is __fdividef(x, y) unless y is a constant; pow of floats is __powf
};

Arithmetic ArithmeticOf(const trace::Recording& recording);

// As replay::Apply.
std::optional<replay::Number> Apply(Arithmetic arithmetic, std::string_view operation, replay::Number left,
                                    replay::Number right, bool is_right_constant);
// As Call of functions.h.
replay::Number Call(Arithmetic arithmetic, std::string_view name, std::vector<replay::Number> arguments);

}  // namespace lockstep::query
