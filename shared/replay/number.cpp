#include "shared/replay/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

#include "shared/base/half.h"
#include "shared/trace/bit_field.h"

namespace lockstep::replay {
namespace {

using Kind = Number::Kind;

Number Whole(Kind kind, std::int64_t value) { return Number::OfSigned(kind, value); }
Number Truth(bool value) { return Number::OfSigned(Kind::kBool, value); }

bool IsUnsigned(Kind kind) { return kind == Kind::kUnsigned || kind == Kind::kUnsignedLong; }
int Bits(Kind kind) { return kind == Kind::kLong || kind == Kind::kUnsignedLong ? 64 : 32; }

std::optional<Number> Divide(Kind kind, const Number& left, const Number& right, bool remainder) {
  if (right.AsSigned() == 0) return std::nullopt;
  if (IsUnsigned(kind)) {
    const auto a = static_cast<std::uint64_t>(left.AsSigned()), b = static_cast<std::uint64_t>(right.AsSigned());
    return Whole(kind, static_cast<std::int64_t>(remainder ? a % b : a / b));
  }
  if (right.AsSigned() == -1) return remainder ? Whole(kind, 0) : ApplyUnary("-", left);
  return Whole(kind, remainder ? left.AsSigned() % right.AsSigned() : left.AsSigned() / right.AsSigned());
}

std::optional<Number> Shift(const Number& left, const Number& right, bool to_the_left) {
  const Number value = left.As(std::max(left.kind(), Kind::kInt));
  const std::int64_t count = right.AsSigned();
  if (count < 0 || count >= Bits(value.kind())) return std::nullopt;
  const auto bits = static_cast<std::uint64_t>(value.AsSigned());
  if (to_the_left) return Whole(value.kind(), static_cast<std::int64_t>(bits << count));
  if (IsUnsigned(value.kind())) return Whole(value.kind(), static_cast<std::int64_t>(bits >> count));
  return Whole(value.kind(), value.AsSigned() >> count);
}

template <class T>
std::optional<bool> Compare(std::string_view operation, T a, T b) {
  if (operation == "<") return a < b;
  if (operation == ">") return a > b;
  if (operation == "<=") return a <= b;
  if (operation == ">=") return a >= b;
  if (operation == "==") return a == b;
  if (operation == "!=") return a != b;
  return std::nullopt;
}

std::optional<Number> ApplyFloating(std::string_view operation, Kind kind, double a, double b) {
  if (const auto truth = Compare(operation, a, b)) return Truth(*truth);
  double result = 0;
  if (operation == "+")
    result = a + b;
  else if (operation == "-")
    result = a - b;
  else if (operation == "*")
    result = a * b;
  else if (operation == "/")
    result = a / b;
  else
    return std::nullopt;
  return Number::OfFloat(kind, result);
}

std::optional<Number> ApplyWhole(std::string_view operation, Kind kind, const Number& left, const Number& right) {
  const auto a = static_cast<std::uint64_t>(left.AsSigned()), b = static_cast<std::uint64_t>(right.AsSigned());
  const auto truth =
      IsUnsigned(kind) ? Compare(operation, a, b) : Compare(operation, left.AsSigned(), right.AsSigned());
  if (truth) return Truth(*truth);
  if (operation == "/" || operation == "%") return Divide(kind, left, right, operation == "%");
  std::uint64_t result = 0;
  if (operation == "+")
    result = a + b;
  else if (operation == "-")
    result = a - b;
  else if (operation == "*")
    result = a * b;
  else if (operation == "&")
    result = a & b;
  else if (operation == "|")
    result = a | b;
  else if (operation == "^")
    result = a ^ b;
  else
    return std::nullopt;
  return Whole(kind, static_cast<std::int64_t>(result));
}

// As in C++: an int where that has all its values.
Number OfBitField(const trace::Type& type, std::int64_t value) {
  const bool is_signed = type.kind == trace::TypeKind::kSigned;
  if (type.kind == trace::TypeKind::kBool) return Truth(value != 0);
  const std::uint32_t bits = trace::BitFieldOf(type).bits;
  if (bits > 32) return Whole(is_signed ? Kind::kLong : Kind::kUnsignedLong, value);
  return Whole(is_signed || bits < 32 ? Kind::kInt : Kind::kUnsigned, value);
}

std::optional<Number> ReadFloating(std::uint64_t size, const std::uint8_t* bytes) {
  if (size == 4) {
    float value;
    std::memcpy(&value, bytes, sizeof value);
    return Number::OfFloat(Kind::kFloat, value);
  }
  if (size != 8) return std::nullopt;
  double value;
  std::memcpy(&value, bytes, sizeof value);
  return Number::OfFloat(Kind::kDouble, value);
}

std::optional<Number> ReadWhole(std::uint64_t size, bool is_signed, const std::uint8_t* bytes) {
  if (size == 0 || size > 8) return std::nullopt;
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, size);
  const int unused = 64 - 8 * static_cast<int>(size);
  if (is_signed) word = static_cast<std::uint64_t>(static_cast<std::int64_t>(word << unused) >> unused);
  if (size == 8) return Whole(is_signed ? Kind::kLong : Kind::kUnsignedLong, static_cast<std::int64_t>(word));
  if (size == 4 && !is_signed) return Whole(Kind::kUnsigned, static_cast<std::int64_t>(word));
  return Whole(Kind::kInt, static_cast<std::int64_t>(word));
}

// The base of a literal; removes the prefix that denotes it.
int TakeBase(std::string_view& text) {
  if (text.size() < 2 || text[0] != '0') return 10;
  const bool is_hex = text[1] == 'x' || text[1] == 'X', is_binary = text[1] == 'b' || text[1] == 'B';
  if (text.size() == 2 || (!is_hex && !is_binary)) return 8;
  text.remove_prefix(2);
  return is_hex ? 16 : 2;
}

std::optional<Number> ParseWhole(std::string_view text) {
  bool is_unsigned = false, is_long = false;
  while (!text.empty() && (text.back() == 'u' || text.back() == 'U' || text.back() == 'l' || text.back() == 'L')) {
    (text.back() == 'u' || text.back() == 'U' ? is_unsigned : is_long) = true;
    text.remove_suffix(1);
  }
  const int base = TakeBase(text);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (value > 0x7fffffff && !(is_unsigned && value <= 0xffffffff))
    is_long = is_long || base == 10 || value > 0xffffffff;
  if (value > 0x7fffffff && base != 10) is_unsigned = true;
  const Kind kind =
      is_long ? (is_unsigned ? Kind::kUnsignedLong : Kind::kLong) : (is_unsigned ? Kind::kUnsigned : Kind::kInt);
  return Whole(kind, static_cast<std::int64_t>(value));
}

}  // namespace

Number Number::OfSigned(Kind kind, std::int64_t value) {
  Number number;
  number.kind_ = kind;
  if (number.IsFloating())
    number.floating_ = static_cast<double>(value);
  else if (kind == Kind::kBool)
    number.whole_ = value != 0;
  else if (kind == Kind::kInt)
    number.whole_ = static_cast<std::int32_t>(value);
  else if (kind == Kind::kUnsigned)
    number.whole_ = static_cast<std::uint32_t>(value);
  else
    number.whole_ = value;
  return number;
}

Number Number::OfFloat(Kind kind, double value) {
  Number number;
  number.kind_ = kind;
  number.floating_ = kind == Kind::kFloat ? static_cast<double>(static_cast<float>(value)) : value;
  return number;
}

std::int64_t Number::AsSigned() const {
  if (!IsFloating()) return whole_;
  // C++ leaves the conversion undefined outside the range; the nearest limit is the least surprising result.
  if (std::isnan(floating_)) return 0;
  if (floating_ >= 9223372036854775807.0) return INT64_MAX;
  if (floating_ <= -9223372036854775808.0) return INT64_MIN;
  return static_cast<std::int64_t>(floating_);
}

double Number::AsDouble() const {
  if (IsFloating()) return floating_;
  return kind_ == Kind::kUnsignedLong ? static_cast<double>(static_cast<std::uint64_t>(whole_))
                                      : static_cast<double>(whole_);
}

bool Number::IsTrue() const { return IsFloating() ? floating_ != 0 : whole_ != 0; }

Number Number::As(Kind kind) const {
  if (kind >= Kind::kFloat) return OfFloat(kind, AsDouble());
  if (kind == Kind::kBool) return OfSigned(kind, IsTrue());
  return OfSigned(kind, AsSigned());
}

std::string Number::Text() const {
  if (kind_ == Kind::kBool) return whole_ ? "true" : "false";
  if (IsFloating()) return ShortFloat(floating_, kind_ == Kind::kFloat);
  if (kind_ == Kind::kUnsignedLong) return std::to_string(static_cast<std::uint64_t>(whole_));
  return std::to_string(whole_);
}

std::optional<Number> Apply(std::string_view operation, const Number& left, const Number& right) {
  if (operation == "&&") return Truth(left.IsTrue() && right.IsTrue());
  if (operation == "||") return Truth(left.IsTrue() || right.IsTrue());
  if (operation == "<<" || operation == ">>") {
    if (left.IsFloating() || right.IsFloating()) return std::nullopt;
    return Shift(left, right, operation == "<<");
  }
  const Kind kind = std::max({left.kind(), right.kind(), Kind::kInt});
  const Number a = left.As(kind), b = right.As(kind);
  if (a.IsFloating()) return ApplyFloating(operation, kind, a.AsDouble(), b.AsDouble());
  return ApplyWhole(operation, kind, a, b);
}

std::optional<Number> ApplyUnary(std::string_view operation, const Number& operand) {
  if (operation == "!") return Truth(!operand.IsTrue());
  const Number value = operand.As(std::max(operand.kind(), Kind::kInt));
  if (operation == "+") return value;
  if (operation == "-") {
    if (value.IsFloating()) return Number::OfFloat(value.kind(), -value.AsDouble());
    return Whole(value.kind(), static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(value.AsSigned())));
  }
  if (operation == "~" && !value.IsFloating()) return Whole(value.kind(), ~value.AsSigned());
  return std::nullopt;
}

std::optional<Number> ParseLiteral(std::string_view text) {
  if (text == "true" || text == "false") return Truth(text == "true");
  std::string digits;
  for (const char c : text) {
    if (c != '\'') digits += c;
  }
  if (text.size() == 3 && text.front() == '\'') return Whole(Kind::kInt, text[1]);
  const bool hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
  const bool floating = !hexadecimal && digits.find_first_of(".eEfF") != std::string::npos;
  if (!floating) return ParseWhole(digits);
  const bool single = digits.back() == 'f' || digits.back() == 'F';
  if (single) digits.pop_back();
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return Number::OfFloat(single ? Kind::kFloat : Kind::kDouble, value);
}

std::optional<Number> ReadNumber(const trace::Recording& recording, trace::TypeId id,
                                 std::span<const std::uint8_t> bytes) {
  if (trace::Index(id) >= recording.types.size()) return std::nullopt;
  const trace::Type& type = recording.types[trace::Index(id)];
  if (type.size == 0 || bytes.size() < type.size) return std::nullopt;
  if (trace::BitFieldOf(type).bits > 0) return OfBitField(type, trace::ReadBitField(type, bytes));
  switch (type.kind) {
    case trace::TypeKind::kBool: return Truth(bytes[0] != 0);
    case trace::TypeKind::kSigned: return ReadWhole(type.size, true, bytes.data());
    case trace::TypeKind::kUnsigned: return ReadWhole(type.size, false, bytes.data());
    case trace::TypeKind::kCharacter: return ReadWhole(type.size, !type.name.starts_with("unsigned"), bytes.data());
    case trace::TypeKind::kEnum: return ReadWhole(type.size, true, bytes.data());
    case trace::TypeKind::kFloat: return ReadFloating(type.size, bytes.data());
    case trace::TypeKind::kHalf:
      if (type.size != 2) return std::nullopt;
      return Number::OfFloat(Kind::kFloat, FloatFromHalf(static_cast<std::uint16_t>(bytes[0] | bytes[1] << 8)));
    case trace::TypeKind::kBfloat16:
      if (type.size != 2) return std::nullopt;
      return Number::OfFloat(Kind::kFloat, FloatFromBfloat16(static_cast<std::uint16_t>(bytes[0] | bytes[1] << 8)));
    case trace::TypeKind::kE4m3: return Number::OfFloat(Kind::kFloat, FloatFromE4m3(bytes[0]));
    case trace::TypeKind::kE5m2: return Number::OfFloat(Kind::kFloat, FloatFromE5m2(bytes[0]));
    default: return std::nullopt;
  }
}

std::string ShortFloat(double value, bool single) {
  return single ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
}

}  // namespace lockstep::replay
