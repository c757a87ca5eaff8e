#pragma once

// The type of a bit-field has the size of the bytes in which it lies, and says in Type::count which bits of these are
// its own. Bit 0 is the lowest one of the first byte, as on every machine of CUDA.

#include <cstdint>
#include <cstring>
#include <span>

#include "shared/trace/recording.h"

namespace lockstep::trace {

struct BitField {
  std::uint32_t first = 0, bits = 0;  // no bits: the type is no bit-field
};

constexpr std::uint64_t CountOf(BitField field) { return std::uint64_t{field.bits} << 8 | field.first; }

constexpr BitField BitFieldOf(TypeKind kind, std::uint64_t count) {
  if (kind == TypeKind::kArray || kind == TypeKind::kStruct) return {};
  return {static_cast<std::uint32_t>(count & 0xff), static_cast<std::uint32_t>(count >> 8 & 0xff)};
}
inline BitField BitFieldOf(const Type& type) { return BitFieldOf(type.kind, type.count); }

// `bytes` has at least as many as the type. Extended by its sign if the type is signed.
inline std::int64_t ReadBitField(const Type& type, std::span<const std::uint8_t> bytes) {
  const BitField field = BitFieldOf(type);
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data(), type.size);
  word = word >> field.first << (64 - field.bits);
  return type.kind == TypeKind::kSigned ? static_cast<std::int64_t>(word) >> (64 - field.bits)
                                        : static_cast<std::int64_t>(word >> (64 - field.bits));
}

}  // namespace lockstep::trace
