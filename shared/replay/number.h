#pragma once

// One arithmetic value with C++'s types and conversions: the result of an expression in the source.
// Rules: [conv.prom], [expr.arith.conv], [expr.mul], [expr.shift] of C++17 on a machine with 32-bit int.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "shared/trace/recording.h"

namespace lockstep::replay {

class Number {
 public:
  // In the order of conversion rank: the common type of two kinds is the later one.
  enum class Kind : std::uint8_t { kBool, kInt, kUnsigned, kLong, kUnsignedLong, kFloat, kDouble };

  Number() = default;
  static Number OfSigned(Kind kind, std::int64_t value);
  static Number OfFloat(Kind kind, double value);

  Kind kind() const { return kind_; }
  bool IsFloating() const { return kind_ >= Kind::kFloat; }
  std::int64_t AsSigned() const;
  double AsDouble() const;
  bool IsTrue() const;
  Number As(Kind kind) const;

  // For display: 53, 0.2989, true.
  std::string Text() const;

  friend bool operator==(const Number&, const Number&) = default;

 private:
  Kind kind_ = Kind::kInt;
  std::int64_t whole_ = 0;  // every kind but the floating ones; unsigned values in two's complement
  double floating_ = 0;     // the floating kinds
};

// `operation` is the operator's text: "+", "<<", "&&". None if C++ defines no value: a division by zero, a shift too
// far.
std::optional<Number> Apply(std::string_view operation, const Number& left, const Number& right);
std::optional<Number> ApplyUnary(std::string_view operation, const Number& operand);

// Parses a literal of the source: 256, 0x1f, 0.2989f, 1u, 2e-3, true, 'a'.
std::optional<Number> ParseLiteral(std::string_view text);

// Reads the first bytes of memory as `type`. None if they are too few or not a number (structs, pointers).
std::optional<Number> ReadNumber(const trace::Recording& recording, trace::TypeId type,
                                 std::span<const std::uint8_t> bytes);

// "0.2989" instead of "0.298900008"; 9 digits if needed, but never more than the type holds.
std::string ShortFloat(double value, bool single);

}  // namespace lockstep::replay
