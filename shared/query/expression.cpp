#include "shared/query/expression.h"

#include <algorithm>
#include <array>

#include "shared/query/functions.h"

namespace lockstep::query {
namespace {

using replay::Number;

constexpr std::array kFields = {
#define LOCKSTEP_FIELD(name, word, text) FieldInfo{Field::name, word, text},
#include "shared/query/fields.def"
#undef LOCKSTEP_FIELD
};

Value OfBool(bool value) { return Value::Of(Number::OfSigned(Number::Kind::kBool, value ? 1 : 0)); }

// `block == 3` means (3,0,0).
std::string AsTriple(const Value& value) { return "(" + value.text + ",0,0)"; }

Value EvaluateBinary(const Expression& expression, const Value& left, const Value& right, Arithmetic arithmetic) {
  const std::string& operation = expression.text;
  if (left.number && right.number) {
    const bool is_right_constant = expression.parts[1].kind == Expression::Kind::kConstant;
    const auto result = Apply(arithmetic, operation, *left.number, *right.number, is_right_constant);
    return result ? Value::Of(*result) : Value::Unknown("`" + operation + "` has no value there");
  }
  if (operation != "==" && operation != "!=")
    return Value::Unknown("`" + operation + "` needs numbers, and `" + (left.number ? right : left).text + "` is none");
  const bool left_triple = left.text.starts_with('('), right_triple = right.text.starts_with('(');
  const bool equal = left_triple && right.number   ? left.text == AsTriple(right)
                     : right_triple && left.number ? AsTriple(left) == right.text
                                                   : left.text == right.text;
  return OfBool(equal == (operation == "=="));
}

Value EvaluateLogical(const Expression& expression, const Row& row) {
  const bool is_and = expression.text == "&&";
  Value unknown;
  for (const Expression& part : expression.parts) {
    Value value = Evaluate(part, row);
    if (value.known() && !value.number) value = Value::Unknown("`" + value.text + "` is neither true nor false");
    if (!value.known()) {
      if (unknown.problem.empty()) unknown = value;
    } else if (value.IsTrue() != is_and) {
      return OfBool(!is_and);
    }
  }
  return unknown.known() ? OfBool(is_and) : unknown;
}

}  // namespace

std::span<const FieldInfo> Fields() { return kFields; }

std::optional<Field> FieldNamed(std::string_view word) {
  const auto found = std::ranges::find(kFields, word, &FieldInfo::word);
  return found == kFields.end() ? std::nullopt : std::optional(found->field);
}

Value Value::Of(const Number& number) { return {.text = number.Text(), .number = number}; }
Value Value::OfCount(std::uint64_t count) {
  return Of(Number::OfSigned(Number::Kind::kLong, static_cast<std::int64_t>(count)));
}
Value Value::OfText(std::string text) { return {.text = std::move(text)}; }
Value Value::Unknown(std::string problem) { return {.problem = std::move(problem)}; }

Value Evaluate(const Expression& expression, const Row& row) {
  switch (expression.kind) {
    case Expression::Kind::kConstant: return expression.constant;
    case Expression::Kind::kField: return row.Of(expression.field);
    case Expression::Kind::kProgram: return row.Of(expression.text);
    default: break;
  }
  if (expression.text == "&&" || expression.text == "||") return EvaluateLogical(expression, row);
  std::vector<Value> values;
  for (const Expression& part : expression.parts) {
    values.push_back(Evaluate(part, row));
    if (!values.back().known()) return values.back();
  }
  if (expression.kind == Expression::Kind::kBinary)
    return EvaluateBinary(expression, values[0], values[1], row.arithmetic());
  for (const Value& value : values)
    if (!value.number) return Value::Unknown("`" + value.text + "` is no number");
  if (expression.kind == Expression::Kind::kCall) {
    std::vector<Number> numbers;
    for (const Value& value : values) numbers.push_back(*value.number);
    return Value::Of(Call(row.arithmetic(), expression.text, std::move(numbers)));
  }
  const auto result = replay::ApplyUnary(expression.text, *values[0].number);
  return result ? Value::Of(*result) : Value::Unknown("`" + expression.text + "` has no value there");
}

}  // namespace lockstep::query
