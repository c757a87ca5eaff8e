#include "viz/app/keys.h"

#include <algorithm>
#include <array>

namespace lockstep::viz {
namespace {

constexpr auto kNamed = std::to_array<std::string_view>(
    {"→",      "←",  "↑",  "↓",  "Page Down", "Page Up", "Home", "End", "Space", "Tab", "Esc", "Enter", "Backspace",
     "Delete", "F1", "F2", "F3", "F4",        "F5",      "F6",   "F7",  "F8",    "F9",  "F10", "F11",   "F12"});

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

bool IsKey(std::string_view name) {
  for (const std::string_view held : {"Ctrl ", "Alt ", "Shift "}) {
    if (name.starts_with(held)) name.remove_prefix(held.size());
  }
  if (std::ranges::find(kNamed, name) != kNamed.end()) return true;
  return name.size() == 1 && name[0] >= '!' && name[0] <= '~' && !(name[0] >= 'a' && name[0] <= 'z');
}

}  // namespace lockstep::viz
