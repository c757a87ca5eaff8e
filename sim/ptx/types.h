#pragma once

// The types of PTX's registers and instructions.

#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep::ptx {

enum class Type : std::uint8_t {
  kNone,
#define TYPE(name, bits, kind) k_##name,
#include "sim/ptx/types.def"
};

enum class Kind : std::uint8_t { kNone, kPredicate, kBits, kUnsigned, kSigned, kReal, kPacked };

// The type `.name`, without the dot.
std::optional<Type> TypeNamed(std::string_view name);
std::string_view NameOf(Type type);
unsigned BitsOf(Type type);
Kind KindOf(Type type);

// True if an operand of `have` can be used where an instruction says `want`: the sizes agree, and both are integers,
// both are the same floating-point type, or one of them is untyped.
bool Agrees(Type have, Type want);

// The type of twice the width: .s32 of .s16. kNone if there is none.
Type Doubled(Type type);

}  // namespace lockstep::ptx
