#pragma once

// The functions that expressions may call, each of one number or two: isnan, isinf, isfinite, abs, min, max, and those
// of the CUDA Math API, which whoever has them gives.

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "shared/replay/number.h"

namespace lockstep::query {

// `exp` of a double, `expf` of a float; the ones of two numbers are null where the function takes one, and the reverse.
struct MathFunction {
  std::string_view name;  // that for double; with an f at the end it is that for float
  double (*of_double)(double) = nullptr;
  float (*of_float)(float) = nullptr;
  double (*of_doubles)(double, double) = nullptr;
  float (*of_floats)(float, float) = nullptr;
};

// Once, when the process begins. `functions` stays there.
void GiveMathFunctions(std::span<const MathFunction> functions);
std::span<const MathFunction> MathFunctions();

// How many numbers the function of that name takes; none if there is none.
std::optional<std::size_t> ArgumentsOf(std::string_view name);
// As C++ computes it: `exp(x)` of a float is that for float, of a whole number that for double. `arguments` has as many
// as the function takes.
replay::Number Call(std::string_view name, const std::vector<replay::Number>& arguments);

}  // namespace lockstep::query
