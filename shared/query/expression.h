#pragma once

// An expression of a query: fields of the step, names of the program as C++ has them, arithmetic, comparisons.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/query/arithmetic.h"
#include "shared/replay/number.h"

namespace lockstep::query {

// The key of a row.
enum class Field : std::uint8_t {
#define LOCKSTEP_FIELD(name, word, text) name,
#include "shared/query/fields.def"
#undef LOCKSTEP_FIELD
};

struct FieldInfo {
  Field field{};
  std::string_view word, text;
};
std::span<const FieldInfo> Fields();
std::optional<Field> FieldNamed(std::string_view word);

// The value of an expression in one row. Numbers have a text too; block and thread have three.
struct Value {
  std::string text;
  std::optional<replay::Number> number;
  std::string problem;  // why there is no value; empty if there is one

  bool known() const { return problem.empty(); }
  bool IsTrue() const { return known() && number && number->IsTrue(); }
  static Value Of(const replay::Number& number);
  static Value OfCount(std::uint64_t count);
  static Value OfText(std::string text);
  static Value Unknown(std::string problem);
};

struct Expression {
  enum class Kind : std::uint8_t { kConstant, kField, kProgram, kUnary, kBinary, kCall };
  Kind kind = Kind::kConstant;
  Value constant;
  Field field{};
  std::string text;               // of kProgram the C++; else the operator, or the function's name
  std::vector<Expression> parts;  // operands, arguments
};

// The answers of one row to an expression's leaves.
class Row {
 public:
  virtual ~Row() = default;
  virtual Value Of(Field field) const = 0;
  virtual Value Of(const std::string& program_expression) const = 0;
  // Of the program that the row is about.
  virtual Arithmetic arithmetic() const { return {}; }
};

// `a && b` has no value only if the decision needs a part that has none.
Value Evaluate(const Expression& expression, const Row& row);

}  // namespace lockstep::query
