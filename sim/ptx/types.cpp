#include "sim/ptx/types.h"

#include <array>

namespace lockstep::ptx {
namespace {

struct Row {
  std::string_view name;
  unsigned bits;
  Kind kind;
};
constexpr auto kRows = std::to_array<Row>({
    {"", 0, Kind::kNone},
#define TYPE(name, bits, kind) {#name, bits, Kind::k##kind},
#include "sim/ptx/types.def"
});

const Row& RowOf(Type type) { return kRows[static_cast<std::size_t>(type)]; }

bool IsWhole(Kind kind) { return kind == Kind::kUnsigned || kind == Kind::kSigned; }

}  // namespace

std::optional<Type> TypeNamed(std::string_view name) {
  for (std::size_t i = 1; i < kRows.size(); ++i)
    if (kRows[i].name == name) return static_cast<Type>(i);
  return std::nullopt;
}

std::string_view NameOf(Type type) { return RowOf(type).name; }
unsigned BitsOf(Type type) { return RowOf(type).bits; }
Kind KindOf(Type type) { return RowOf(type).kind; }

bool Agrees(Type have, Type want) {
  if (have == want) return true;
  if (BitsOf(have) != BitsOf(want)) return false;
  const Kind a = KindOf(have), b = KindOf(want);
  if (a == Kind::kPredicate || b == Kind::kPredicate) return false;
  if (a == Kind::kBits || b == Kind::kBits) return true;
  return IsWhole(a) && IsWhole(b);
}

Type Doubled(Type type) {
  switch (type) {
    case Type::k_u16: return Type::k_u32;
    case Type::k_s16: return Type::k_s32;
    case Type::k_u32: return Type::k_u64;
    case Type::k_s32: return Type::k_s64;
    case Type::k_b16: return Type::k_b32;
    case Type::k_b32: return Type::k_b64;
    default: return Type::kNone;
  }
}

}  // namespace lockstep::ptx
