#pragma once

// The functions that expressions may call, each of one to four numbers: isnan, isinf, isfinite, abs, min, max, and
// those of the CUDA Math API, which whoever has them gives.

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "shared/replay/number.h"

namespace lockstep::query {

// `exp` of doubles, `expf` of floats.
struct MathFunction {
  std::string_view name;  // that for double; with an f at the end it is that for float
  std::size_t arguments;  // how many numbers lie there
  double (*of_doubles)(const double*);
  float (*of_floats)(const float*);
};
inline constexpr std::size_t kMostArguments = 4;

// `Of` and `OfFloat` take `Indices` numbers each.
template <auto Of, auto OfFloat, std::size_t... Indices>
constexpr MathFunction MakeMathFunction(std::string_view name, std::index_sequence<Indices...>) {
  return {.name = name,
          .arguments = sizeof...(Indices),
          .of_doubles = [](const double* x) -> double { return Of(x[Indices]...); },
          .of_floats = [](const float* x) -> float { return OfFloat(x[Indices]...); }};
}

// Once, when the process begins. `functions` stays there.
void GiveMathFunctions(std::span<const MathFunction> functions);
std::span<const MathFunction> MathFunctions();

// How many numbers the function of that name takes; none if there is none.
std::optional<std::size_t> ArgumentsOf(std::string_view name);
// As C++ computes it: `exp(x)` of a float is that for float, of a whole number that for double. `arguments` has as many
// as the function takes.
replay::Number Call(std::string_view name, const std::vector<replay::Number>& arguments);

}  // namespace lockstep::query
