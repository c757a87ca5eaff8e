#include "tests/fuzz/readers/mutate.h"

#include <algorithm>
#include <array>
#include <fstream>

namespace lockstep::fuzz {
namespace {

using At = Bytes::difference_type;

void Insert(Bytes& bytes, std::size_t at, const Bytes& more) {
  bytes.insert(bytes.begin() + static_cast<At>(at), more.begin(), more.end());
}

// A random part of the bytes, mostly short.
Bytes Piece(const Bytes& bytes, Chance& chance) {
  const std::size_t at = chance.Below(bytes.size());
  const std::size_t most = chance.Percent(80) ? 16 : bytes.size();
  const std::size_t size = std::min(bytes.size() - at, 1 + chance.Below(most));
  return {bytes.begin() + static_cast<At>(at), bytes.begin() + static_cast<At>(at + size)};
}

// Boundary values, as varints, as little-endian words and as text.
Bytes Number(Chance& chance) {
  static constexpr std::array<std::uint64_t, 14> kEdges = {0,
                                                           1,
                                                           0x7f,
                                                           0x80,
                                                           0xff,
                                                           0xffff,
                                                           0x7fffffff,
                                                           0x80000000,
                                                           0xffffffff,
                                                           0x100000000,
                                                           1'000'000'007,
                                                           0x7fffffffffffffff,
                                                           0x8000000000000000,
                                                           0xffffffffffffffff};
  const std::uint64_t number = kEdges[chance.Below(kEdges.size())];
  Bytes bytes;
  switch (chance.Below(4)) {
    case 0:
      for (std::uint64_t rest = number;; rest >>= 7) {
        bytes.push_back(static_cast<std::uint8_t>((rest & 0x7f) | (rest >= 0x80 ? 0x80 : 0)));
        if (rest < 0x80) return bytes;
      }
    case 1:
      for (int shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<std::uint8_t>(number >> shift));
      return bytes;
    case 2:
      for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::uint8_t>(number >> shift));
      return bytes;
    default: return BytesOf((chance.Percent(20) ? "-" : "") + std::to_string(number));
  }
}

void Overwrite(Bytes& bytes, const Bytes& fresh, Chance& chance) {
  const std::size_t at = chance.Below(bytes.size());
  std::copy_n(fresh.begin(), std::min(fresh.size(), bytes.size() - at), bytes.begin() + static_cast<At>(at));
}

void DamageOnce(Bytes& bytes, std::span<const std::string_view> dictionary, Chance& chance) {
  if (bytes.empty()) bytes.push_back(0);
  const std::size_t at = chance.Below(bytes.size());
  switch (chance.Below(10)) {
    case 0: bytes[at] ^= static_cast<std::uint8_t>(1 << chance.Below(8)); break;
    case 1: bytes[at] = static_cast<std::uint8_t>(chance.Below(256)); break;
    case 2: Overwrite(bytes, Number(chance), chance); break;
    case 3: Insert(bytes, at, Number(chance)); break;
    case 4: bytes.resize(at); break;
    case 5:
      bytes.erase(bytes.begin() + static_cast<At>(at),
                  bytes.begin() + static_cast<At>(std::min(bytes.size(), at + Piece(bytes, chance).size())));
      break;
    case 6: Insert(bytes, at, Piece(bytes, chance)); break;
    case 7: {
      // Endless nesting and lists arise from repetition.
      const Bytes piece = Piece(bytes, chance);
      const std::size_t times = chance.Percent(10) ? 10'000 : 1 + chance.Below(50);
      Bytes all;
      for (std::size_t i = 0; i < times && all.size() < (1 << 18); ++i)
        all.insert(all.end(), piece.begin(), piece.end());
      Insert(bytes, at, all);
      break;
    }
    default:
      if (dictionary.empty()) return Overwrite(bytes, Piece(bytes, chance), chance);
      Insert(bytes, at, BytesOf(dictionary[chance.Below(dictionary.size())]));
  }
}

}  // namespace

Bytes Damaged(const Bytes& good, std::span<const std::string_view> dictionary, Chance& chance, std::size_t most) {
  Bytes bytes = good;
  for (std::size_t times = 1 + chance.Below(6); times > 0; --times) DamageOnce(bytes, dictionary, chance);
  if (bytes.size() > most) bytes.resize(most);
  return bytes;
}

Bytes BytesOf(std::string_view text) { return {text.begin(), text.end()}; }
std::string TextOf(const Bytes& bytes) { return {bytes.begin(), bytes.end()}; }

void Write(const std::filesystem::path& file, const Bytes& bytes) {
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace lockstep::fuzz
