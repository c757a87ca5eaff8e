#pragma once

// The functions of one and two numbers by the names that kernels call them by, for who evaluates an expression of a
// kernel.

#include <span>
#include <string_view>

namespace lockstep::math {

// `exp` of a double, `expf` of a float; the ones of two numbers are null where the function takes one, and the reverse.
struct NamedFunction {
  std::string_view name;  // that for double
  double (*of_double)(double) = nullptr;
  float (*of_float)(float) = nullptr;
  double (*of_doubles)(double, double) = nullptr;
  float (*of_floats)(float, float) = nullptr;
};

// Those of math.def, and those that compiled code computes without a call, with one result that IEEE 754 allows.
std::span<const NamedFunction> NamedFunctions();

}  // namespace lockstep::math
