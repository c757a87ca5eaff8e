#include "shared/query/functions.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep::query {
namespace {

using replay::Number;

struct OwnFunction {
  std::string_view name;
  std::size_t arguments;
};
constexpr auto kOwnFunctions =
    std::to_array<OwnFunction>({{"isnan", 1}, {"isinf", 1}, {"isfinite", 1}, {"abs", 1}, {"min", 2}, {"max", 2}});

std::span<const MathFunction>& GivenFunctions() {
  static std::span<const MathFunction> given;
  return given;
}

Number BoolNumber(bool value) { return Number::OfSigned(Number::Kind::kBool, value ? 1 : 0); }

Number CallOwn(std::string_view name, const std::vector<Number>& arguments) {
  const double x = arguments[0].AsDouble();
  if (name == "isnan") return BoolNumber(std::isnan(x));
  if (name == "isinf") return BoolNumber(std::isinf(x));
  if (name == "isfinite") return BoolNumber(std::isfinite(x));
  if (name == "abs") {
    const auto less = replay::Apply("<", arguments[0], Number::OfSigned(Number::Kind::kInt, 0));
    const auto negated = replay::ApplyUnary("-", arguments[0]);
    return less && less->IsTrue() && negated ? *negated : arguments[0];
  }
  const auto less = replay::Apply("<", arguments[1], arguments[0]);
  const bool second = less && less->IsTrue() == (name == "min");
  return arguments[second ? 1 : 0];
}

// `erf` is one for double, although it ends in f.
struct FoundFunction {
  const MathFunction* function = nullptr;
  bool for_float = false;
};
FoundFunction FindMath(std::string_view name) {
  const auto named = [](std::string_view word) -> const MathFunction* {
    const auto found = std::ranges::find(GivenFunctions(), word, &MathFunction::name);
    return found == GivenFunctions().end() ? nullptr : &*found;
  };
  if (const MathFunction* whole = named(name)) return {whole, false};
  if (name.ends_with('f')) return {named(name.substr(0, name.size() - 1)), true};
  return {};
}

}  // namespace

void GiveMathFunctions(std::span<const MathFunction> functions) { GivenFunctions() = functions; }
std::span<const MathFunction> MathFunctions() { return GivenFunctions(); }

std::optional<std::size_t> ArgumentsOf(std::string_view name) {
  const auto own = std::ranges::find(kOwnFunctions, name, &OwnFunction::name);
  if (own != kOwnFunctions.end()) return own->arguments;
  const MathFunction* const found = FindMath(name).function;
  if (!found) return std::nullopt;
  return found->arguments;
}

Number Call(std::string_view name, const std::vector<Number>& arguments) {
  const FoundFunction found = FindMath(name);
  if (!found.function) return CallOwn(name, arguments);
  const MathFunction& function = *found.function;
  const bool is_float = found.for_float || std::ranges::all_of(arguments, [](const Number& number) {
                          return number.kind() == Number::Kind::kFloat;
                        });
  std::array<double, kMostArguments> doubles{};
  std::array<float, kMostArguments> floats{};
  for (std::size_t i = 0; i < function.arguments; ++i) {
    doubles[i] = arguments[i].AsDouble();
    floats[i] = static_cast<float>(doubles[i]);
  }
  return is_float ? Number::OfFloat(Number::Kind::kFloat, function.of_floats(floats.data()))
                  : Number::OfFloat(Number::Kind::kDouble, function.of_doubles(doubles.data()));
}

}  // namespace lockstep::query
