#include "shared/report/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "shared/base/half.h"

namespace lockstep::report {
namespace {

template <class T>
T Load(const std::uint8_t* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// A type of cells: the distance of two cells (0: equal), and a cell as text.
struct CellType {
  std::uint64_t (*distance)(const std::uint8_t* a, const std::uint8_t* b, std::uint64_t size);
  std::string (*text)(const std::uint8_t* cell, std::uint64_t size);
};

// Maps the bit patterns of a sign-magnitude format to integers in the order of the numbers; both zeros become one.
template <class Bits>
std::int64_t Ordered(Bits bits) {
  constexpr Bits kSign = Bits{1} << (8 * sizeof(Bits) - 1);
  const auto magnitude = static_cast<std::int64_t>(bits & static_cast<Bits>(~kSign));
  return bits & kSign ? -magnitude : magnitude;
}

template <class Bits, Bits kInfinity>
std::uint64_t UlpDistance(const std::uint8_t* a, const std::uint8_t* b, std::uint64_t) {
  constexpr Bits kMagnitude = static_cast<Bits>(~(Bits{1} << (8 * sizeof(Bits) - 1)));
  const Bits x = Load<Bits>(a), y = Load<Bits>(b);
  const bool x_is_nan = (x & kMagnitude) > kInfinity, y_is_nan = (y & kMagnitude) > kInfinity;
  if (x_is_nan || y_is_nan) return x_is_nan == y_is_nan ? 0 : kNotANumber;
  const std::int64_t p = Ordered(x), q = Ordered(y);
  return p < q ? static_cast<std::uint64_t>(q) - static_cast<std::uint64_t>(p)
               : static_cast<std::uint64_t>(p) - static_cast<std::uint64_t>(q);
}

template <class Integer>
std::uint64_t IntegerDistance(const std::uint8_t* a, const std::uint8_t* b, std::uint64_t) {
  const Integer x = Load<Integer>(a), y = Load<Integer>(b);
  return x < y ? static_cast<std::uint64_t>(y) - static_cast<std::uint64_t>(x)
               : static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(y);
}

std::uint64_t BytesDistance(const std::uint8_t* a, const std::uint8_t* b, std::uint64_t size) {
  return std::memcmp(a, b, size) != 0;
}

template <class Integer>
std::string IntegerText(const std::uint8_t* cell, std::uint64_t) {
  return fmt::format("{}", +Load<Integer>(cell));
}
std::string FloatText(float value) { return std::isnan(value) ? "nan" : fmt::format("{}", value); }
std::string Float32Text(const std::uint8_t* cell, std::uint64_t) { return FloatText(Load<float>(cell)); }
std::string Float64Text(const std::uint8_t* cell, std::uint64_t) {
  const double value = Load<double>(cell);
  return std::isnan(value) ? "nan" : fmt::format("{}", value);
}
std::string Float16Text(const std::uint8_t* cell, std::uint64_t) {
  return FloatText(FloatFromHalf(Load<std::uint16_t>(cell)));
}
std::string Bfloat16Text(const std::uint8_t* cell, std::uint64_t) {
  return FloatText(FloatFromBfloat16(Load<std::uint16_t>(cell)));
}
// In memory order, as a debugger shows raw memory.
std::string BytesText(const std::uint8_t* cell, std::uint64_t size) {
  constexpr std::uint64_t kMost = 16;
  std::string text;
  for (std::uint64_t i = 0; i < std::min(size, kMost); ++i) text += fmt::format("{}{:02x}", i == 0 ? "" : " ", cell[i]);
  return size > kMost ? text + " ..." : text;
}

CellType CellTypeOf(ElementKind element) {
  switch (element) {
    case ElementKind::kBytes: return {BytesDistance, BytesText};
    case ElementKind::kBool:
    case ElementKind::kUint8: return {IntegerDistance<std::uint8_t>, IntegerText<std::uint8_t>};
    case ElementKind::kInt8: return {IntegerDistance<std::int8_t>, IntegerText<std::int8_t>};
    case ElementKind::kInt16: return {IntegerDistance<std::int16_t>, IntegerText<std::int16_t>};
    case ElementKind::kUint16: return {IntegerDistance<std::uint16_t>, IntegerText<std::uint16_t>};
    case ElementKind::kInt32: return {IntegerDistance<std::int32_t>, IntegerText<std::int32_t>};
    case ElementKind::kUint32: return {IntegerDistance<std::uint32_t>, IntegerText<std::uint32_t>};
    case ElementKind::kInt64: return {IntegerDistance<std::int64_t>, IntegerText<std::int64_t>};
    case ElementKind::kUint64: return {IntegerDistance<std::uint64_t>, IntegerText<std::uint64_t>};
    case ElementKind::kFloat16: return {UlpDistance<std::uint16_t, 0x7c00>, Float16Text};
    case ElementKind::kBfloat16: return {UlpDistance<std::uint16_t, 0x7f80>, Bfloat16Text};
    case ElementKind::kFloat32: return {UlpDistance<std::uint32_t, 0x7f800000>, Float32Text};
    case ElementKind::kFloat64: return {UlpDistance<std::uint64_t, 0x7ff0000000000000>, Float64Text};
  }
  return {BytesDistance, BytesText};
}

// The type of the cells of both sides. If one side does not know the type, that of the other side is used.
struct Cells {
  ElementKind element = ElementKind::kBytes;
  std::uint64_t size = 1;
};
Cells CellsOf(const Capture& a, const Capture& b) {
  const bool a_knows_more =
      a.element != ElementKind::kBytes || (b.element == ElementKind::kBytes && a.element_size >= b.element_size);
  const Capture& knowing = a_knows_more ? a : b;
  return {knowing.element, knowing.element_size};
}

std::string NameOf(const Capture& a, const Capture& b) {
  if (a.name.empty() || a.name == b.name) return b.name;
  return b.name.empty() ? a.name : a.name + " / " + b.name;
}

void CompareCells(const Capture& a, const Capture& b, std::uint64_t size, std::uint64_t tolerance, PairResult& result) {
  result.cells = a.bytes.size() / size;
  if (a.bytes == b.bytes) return;
  const CellType type = CellTypeOf(result.element);
  for (std::uint64_t i = 0; i < result.cells; ++i) {
    const std::uint8_t *x = a.bytes.data() + i * size, *y = b.bytes.data() + i * size;
    const std::uint64_t distance = type.distance(x, y, size);
    if (distance == 0) continue;
    if (result.different++ == 0) result.first = {i, distance, type.text(x, size), type.text(y, size)};
    if (distance > result.largest.difference) result.largest = {i, distance, type.text(x, size), type.text(y, size)};
  }
  if (result.different == 0) return;
  // Bytes are equal or not, so a tolerance does not apply.
  if (result.element == ElementKind::kBytes) tolerance = 0;
  result.outcome = result.largest.difference <= tolerance ? Outcome::kClose : Outcome::kDifferent;
}

PairResult ComparePair(const Capture& a, const Capture& b, std::uint64_t tolerance) {
  const Cells cells = CellsOf(a, b);
  PairResult result{.name = NameOf(a, b),
                    .element = cells.element,
                    .type = a.type.empty() ? b.type : a.type,
                    .shape = a.shape.size() >= b.shape.size() ? a.shape : b.shape};
  if (a.element != ElementKind::kBytes && b.element != ElementKind::kBytes && a.element != b.element) {
    result.outcome = Outcome::kUnlike;
    result.why = fmt::format("it is {} on one side and {} on the other", Word(a.element), Word(b.element));
  } else if (a.bytes.size() != b.bytes.size()) {
    result.outcome = Outcome::kUnlike;
    result.why = fmt::format("it is {} bytes on one side and {} on the other", a.bytes.size(), b.bytes.size());
  } else {
    // A side that knows only bytes has its shape in bytes; use the shape of the other side.
    if (a.element_size != cells.size) result.shape = b.shape;
    if (b.element_size != cells.size) result.shape = a.shape;
    CompareCells(a, b, cells.size, tolerance, result);
  }
  return result;
}

PairResult Missing(const Capture& there, const std::string& absent_side) {
  return {.name = there.name,
          .element = there.element,
          .type = there.type,
          .shape = there.shape,
          .outcome = Outcome::kMissing,
          .why = fmt::format("{} has no such capture", absent_side)};
}

}  // namespace

CellDifference CompareCell(const PairResult& pair, const Capture& a, const Capture& b, std::uint64_t cell) {
  const std::uint64_t size = a.bytes.size() / pair.cells;
  const std::uint8_t *x = a.bytes.data() + cell * size, *y = b.bytes.data() + cell * size;
  const CellType type = CellTypeOf(pair.element);
  return {cell, type.distance(x, y, size), type.text(x, size), type.text(y, size)};
}

std::optional<double> NumberAt(const PairResult& pair, const Capture& side, std::uint64_t cell) {
  const std::uint8_t* at = side.bytes.data() + cell * (side.bytes.size() / pair.cells);
  switch (pair.element) {
    case ElementKind::kBytes: return std::nullopt;
    case ElementKind::kBool:
    case ElementKind::kUint8: return *at;
    case ElementKind::kInt8: return Load<std::int8_t>(at);
    case ElementKind::kInt16: return Load<std::int16_t>(at);
    case ElementKind::kUint16: return Load<std::uint16_t>(at);
    case ElementKind::kInt32: return Load<std::int32_t>(at);
    case ElementKind::kUint32: return Load<std::uint32_t>(at);
    case ElementKind::kInt64: return static_cast<double>(Load<std::int64_t>(at));
    case ElementKind::kUint64: return static_cast<double>(Load<std::uint64_t>(at));
    case ElementKind::kFloat16: return FloatFromHalf(Load<std::uint16_t>(at));
    case ElementKind::kBfloat16: return FloatFromBfloat16(Load<std::uint16_t>(at));
    case ElementKind::kFloat32: return Load<float>(at);
    case ElementKind::kFloat64: return Load<double>(at);
  }
  return std::nullopt;
}

bool Comparison::Same() const {
  return !pairs.empty() && std::ranges::all_of(pairs, [](const PairResult& pair) {
    return pair.outcome == Outcome::kEqual || pair.outcome == Outcome::kClose;
  });
}

Comparison Compare(const CaptureFile& a, const CaptureFile& b, const CompareOptions& options) {
  Comparison comparison{.a = a.side, .b = b.side, .complete_a = a.complete, .complete_b = b.complete};
  const std::size_t count = std::max(a.captures.size(), b.captures.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (i >= a.captures.size()) {
      comparison.pairs.push_back(Missing(b.captures[i], a.side));
    } else if (i >= b.captures.size()) {
      comparison.pairs.push_back(Missing(a.captures[i], b.side));
    } else {
      comparison.pairs.push_back(ComparePair(a.captures[i], b.captures[i], options.tolerance));
    }
    comparison.pairs.back().number = i;
  }
  return comparison;
}

}  // namespace lockstep::report
