#include "viz/app/keys.h"

namespace lockstep::viz {
namespace {

constexpr unsigned kFirstPrintable = 0x21, kDelete = 0x7f, kFirstBeyondLatin = 0xa1, kLast = 0x10ffff;

std::string Utf8(unsigned letter) {
  std::string text;
  const auto tail = [&](int shift) { text += static_cast<char>(0x80 | (letter >> shift & 0x3f)); };
  if (letter < 0x80) return {static_cast<char>(letter)};
  if (letter < 0x800) {
    text += static_cast<char>(0xc0 | letter >> 6);
  } else if (letter < 0x10000) {
    text += static_cast<char>(0xe0 | letter >> 12);
    tail(6);
  } else {
    text += static_cast<char>(0xf0 | letter >> 18);
    tail(12), tail(6);
  }
  tail(0);
  return text;
}

}  // namespace

std::optional<std::string> KeyOfLetter(unsigned letter) {
  if (letter < kFirstPrintable || letter > kLast || (letter >= kDelete && letter < kFirstBeyondLatin))
    return std::nullopt;
  if (letter >= 'a' && letter <= 'z') return std::string(1, static_cast<char>(letter - 'a' + 'A'));
  if (letter >= 'A' && letter <= 'Z') return "Shift " + std::string(1, static_cast<char>(letter));
  return Utf8(letter);
}

}  // namespace lockstep::viz
