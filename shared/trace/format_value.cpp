// Values as text for learners.

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "shared/base/half.h"
#include "shared/base/printable.h"
#include "shared/trace/bit_field.h"
#include "shared/trace/format_place.h"
#include "shared/trace/trace.h"

namespace lockstep::trace {
namespace {

// An array shows this many elements, and a value this many characters, before "...".
constexpr std::uint64_t kMaxElements = 16;
constexpr std::size_t kMaxText = 400;
constexpr int kMaxDepth = 32;

struct RawBytes {
  const std::uint8_t* data;
  std::size_t size;
  std::span<const std::uint8_t> written = {};

  RawBytes From(std::uint64_t offset) const {
    if (offset >= size) return {data, 0};
    return {data + offset, static_cast<std::size_t>(size - offset),
            written.subspan(std::min<std::size_t>(offset, written.size()))};
  }
  // Of the first bytes.
  bool HoldValue(std::uint64_t count) const {
    return size >= count && (written.empty() || count == 0 ||
                             std::ranges::any_of(written.first(std::min<std::size_t>(count, written.size())),
                                                 [](std::uint8_t flag) { return flag != 0; }));
  }
  template <class T>
  T As() const {
    T value;
    std::memcpy(&value, data, sizeof value);
    return value;
  }
};

std::string FormatReal(double value, std::string shortest, bool is_float) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  if (shortest.find_first_of(".e") == std::string::npos) shortest += ".0";
  return is_float ? shortest + "f" : shortest;
}

std::string FormatFloat(float value) { return FormatReal(value, fmt::format("{}", value), true); }
std::string FormatDouble(double value) { return FormatReal(value, fmt::format("{}", value), false); }

std::uint64_t Unsigned(RawBytes bytes, std::uint64_t size) {
  std::uint64_t value = 0;
  for (std::uint64_t i = 0; i < size; ++i) value |= std::uint64_t{bytes.data[i]} << (8 * i);
  return value;
}

std::int64_t Signed(RawBytes bytes, std::uint64_t size) {
  const int unused = 64 - 8 * static_cast<int>(size);
  return static_cast<std::int64_t>(Unsigned(bytes, size) << unused) >> unused;
}

std::string FormatCharacter(std::uint64_t code) {
  switch (code) {
    case '\0': return "'\\0'";
    case '\n': return "'\\n'";
    case '\t': return "'\\t'";
    case '\r': return "'\\r'";
    case '\'': return "'\\''";
    case '\\': return "'\\\\'";
  }
  if (code >= 0x20 && code < 0x7f) return fmt::format("'{}'", static_cast<char>(code));
  return fmt::format("'\\x{:02x}'", code);
}

std::string FormatHex(RawBytes bytes, std::uint64_t size) {
  std::string text = "0x";
  for (std::uint64_t i = std::min<std::uint64_t>(size, 32); i > 0; --i)
    fmt::format_to(std::back_inserter(text), "{:02x}", bytes.data[i - 1]);
  return text;
}

// A pointer as the place that it points to, if that is in an object of the program.
std::string FormatPointer(const Recording& recording, const Type& type, std::uint64_t address) {
  if (address == 0) return "nullptr";
  // Of several objects that had this address one after the other, the last one counts.
  for (std::size_t i = recording.objects.size(); i > 0; --i) {
    const Object& object = recording.objects[i - 1];
    if (address < object.address || address - object.address > object.size) continue;
    const std::uint64_t pointee = type.element == TypeId::kNone ? 0 : recording.types[Index(type.element)].size;
    return "&" + FormatPlace(recording, object, address - object.address, pointee);
  }
  return fmt::format("0x{:x}", address);
}

class Formatter {
 public:
  explicit Formatter(const Recording& recording) : recording_(recording) {}

  std::string Format(TypeId id, RawBytes bytes) {
    Write(id, bytes, 0);
    return std::move(out_);
  }

 private:
  bool Full() const { return out_.size() > kMaxText; }

  void Write(TypeId id, RawBytes bytes, int depth) {
    if (id == TypeId::kNone || Index(id) >= recording_.types.size()) {
      out_ += bytes.size == 0 ? "?" : FormatHex(bytes, bytes.size);
      return;
    }
    const Type& type = recording_.types[Index(id)];
    if (depth > kMaxDepth) {
      out_ += "...";
    } else if (type.kind == TypeKind::kArray) {
      WriteArray(type, bytes, depth);
    } else if (type.kind == TypeKind::kStruct) {
      WriteStruct(type, bytes, depth);
    } else if (type.kind == TypeKind::kEnum && type.element != TypeId::kNone) {
      Write(type.element, bytes, depth + 1);
    } else {
      out_ += bytes.HoldValue(type.size) ? Scalar(type, bytes) : "?";
    }
  }

  // A file may claim any size for a type; only these sizes can be shown as a number.
  static bool HasUsualSize(const Type& type) {
    switch (type.kind) {
      case TypeKind::kVoid: return true;
      case TypeKind::kBool:
      case TypeKind::kE4m3:
      case TypeKind::kE5m2: return type.size == 1;
      case TypeKind::kHalf:
      case TypeKind::kBfloat16: return type.size == 2;
      case TypeKind::kFloat: return type.size == 4 || type.size == 8;
      default: return type.size == 1 || type.size == 2 || type.size == 4 || type.size == 8;
    }
  }

  static std::string BitFieldText(const Type& type, std::int64_t value) {
    if (type.kind == TypeKind::kBool) return value == 0 ? "false" : "true";
    return type.kind == TypeKind::kSigned ? fmt::format("{}", value)
                                          : fmt::format("{}", static_cast<std::uint64_t>(value));
  }

  std::string Scalar(const Type& type, RawBytes bytes) const {
    if (BitFieldOf(type).bits > 0) return BitFieldText(type, ReadBitField(type, {bytes.data, type.size}));
    if (!HasUsualSize(type)) return FormatHex(bytes, type.size);
    switch (type.kind) {
      case TypeKind::kVoid: return "void";
      // Another byte is typical of an uninitialised bool; to show `true` would hide that.
      case TypeKind::kBool: return bytes.data[0] == 0 ? "false" : bytes.data[0] == 1 ? "true" : FormatHex(bytes, 1);
      case TypeKind::kSigned: return fmt::format("{}", Signed(bytes, type.size));
      case TypeKind::kUnsigned:
      case TypeKind::kEnum: return fmt::format("{}", Unsigned(bytes, type.size));
      case TypeKind::kCharacter: return FormatCharacter(Unsigned(bytes, type.size));
      case TypeKind::kFloat: return type.size == 4 ? FormatFloat(bytes.As<float>()) : FormatDouble(bytes.As<double>());
      case TypeKind::kHalf: return FormatFloat(FloatFromHalf(bytes.As<std::uint16_t>()));
      case TypeKind::kBfloat16: return FormatFloat(FloatFromBfloat16(bytes.As<std::uint16_t>()));
      case TypeKind::kE4m3: return FormatFloat(FloatFromE4m3(bytes.data[0]));
      case TypeKind::kE5m2: return FormatFloat(FloatFromE5m2(bytes.data[0]));
      case TypeKind::kPointer: return FormatPointer(recording_, type, Unsigned(bytes, type.size));
      default: return FormatHex(bytes, type.size);
    }
  }

  void WriteArray(const Type& type, RawBytes bytes, int depth) {
    const std::uint64_t step = recording_.types[Index(type.element)].size;
    out_ += '{';
    for (std::uint64_t i = 0; i < type.count; ++i) {
      if (i != 0) out_ += ", ";
      if (i == kMaxElements || Full()) {
        out_ += "...";
        break;
      }
      Write(type.element, bytes.From(i * step), depth + 1);
    }
    out_ += '}';
  }

  void WriteStruct(const Type& type, RawBytes bytes, int depth) {
    out_ += '{';
    bool first = true;
    for (const Member& member : type.members) {
      if (!first) out_ += ", ";
      first = false;
      if (Full()) {
        out_ += "...";
        break;
      }
      out_ += ShortName(member.name);
      out_ += ": ";
      // A member gets its own bytes only, so that an untyped member cannot show its neighbours.
      RawBytes inner = bytes.From(member.offset);
      if (member.type != TypeId::kNone) {
        inner.size = std::min<std::size_t>(inner.size, recording_.types[Index(member.type)].size);
      }
      Write(member.type, inner, depth + 1);
    }
    out_ += '}';
  }

  const Recording& recording_;
  std::string out_;
};

}  // namespace

std::string FormatValue(const Recording& recording, TypeId type, const std::uint8_t* bytes, std::size_t size,
                        std::span<const std::uint8_t> written) {
  return Formatter(recording).Format(type, {bytes, size, written});
}

}  // namespace lockstep::trace
