#include "shared/query/arithmetic.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "shared/query/functions.h"

namespace lockstep::query {
namespace {

using replay::Number;

bool IsFloat(const Number& number) { return number.kind() == Number::Kind::kFloat; }

Number Flushed(Arithmetic arithmetic, const Number& number) {
  const double value = number.AsDouble();
  const bool is_denormal = value != 0 && std::fabs(value) < std::numeric_limits<float>::min();
  if (!arithmetic.flushes || !IsFloat(number) || !is_denormal) return number;
  return Number::OfFloat(Number::Kind::kFloat, std::copysign(0.0, value));
}

Number FloatOf(double value) { return Number::OfFloat(Number::Kind::kFloat, value); }

// The divisors for which __fdividef has no quotient.
bool IsLarge(double divisor) {
  const double size = std::fabs(divisor);
  return size > 0x1p126 && size <= std::numeric_limits<float>::max();
}

}  // namespace

Arithmetic ArithmeticOf(const trace::Recording& recording) {
  Arithmetic arithmetic;
  for (const std::string& word : recording.build) {
    if (word == "device=-lockstep-fast") arithmetic.is_fast = true;
    if (word == "device=-lockstep-flush") arithmetic.flushes = true;
    if (word == "device=-lockstep-flush=false") arithmetic.flushes = false;
  }
  return arithmetic;
}

std::optional<Number> Apply(Arithmetic arithmetic, std::string_view operation, Number left, Number right,
                            bool is_right_constant) {
  left = Flushed(arithmetic, left), right = Flushed(arithmetic, right);
  auto result = replay::Apply(operation, left, right);
  if (!result || !IsFloat(*result)) return result;
  if (arithmetic.is_fast && operation == "/" && !is_right_constant && IsLarge(right.AsDouble()))
    result = FloatOf(static_cast<float>(left.AsDouble()) * 0.0f);
  return Flushed(arithmetic, *result);
}

Number Call(Arithmetic arithmetic, std::string_view name, std::vector<Number> arguments) {
  for (Number& argument : arguments) argument = Flushed(arithmetic, argument);
  const Number result = Call(name, arguments);
  const bool is_power = IsFloat(result) && (name == "pow" || name == "powf");
  if (arithmetic.is_fast && is_power && arguments[0].AsDouble() < 0)
    return FloatOf(std::numeric_limits<float>::quiet_NaN());
  return Flushed(arithmetic, result);
}

}  // namespace lockstep::query
