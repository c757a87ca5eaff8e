#include "shared/base/printable.h"

#include <fmt/format.h>

#include <cstdint>
#include <iterator>

namespace lockstep {
namespace {

constexpr std::size_t kLongestName = 1000;  // bytes

struct Character {
  std::uint32_t code = 0;
  std::size_t size = 0;  // bytes; 0 if the text is not UTF-8
};

// Overlong forms, surrogates and code points above U+10FFFF are not UTF-8 (RFC 3629).
Character FirstOf(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < size) return {};
  std::uint32_t code = lead & (0x7f >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3f);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < kLeast[size] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return {};
  return {code, size};
}

bool IsIn(std::uint32_t code, std::uint32_t first, std::uint32_t last) { return code >= first && code <= last; }

// Unicode's general categories Cc (controls), Zl and Zp (line separators), and those of Cf that change how the
// surrounding text is displayed: direction marks, embeddings, overrides and isolates (UAX #9), annotations, tags.
bool IsObeyed(std::uint32_t code) {
  return code < 0x20 || IsIn(code, 0x7f, 0x9f) || code == 0x061c || IsIn(code, 0x200e, 0x200f) ||
         IsIn(code, 0x2028, 0x202e) || IsIn(code, 0x2066, 0x206f) || IsIn(code, 0xfff9, 0xfffb) ||
         IsIn(code, 0xe0000, 0xe007f);
}

std::string Visible(std::uint32_t code) {
  if (code == '\n') return "\\n";
  if (code == '\t') return "\\t";
  return code < 0x80 ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{:04x}", code);
}

// The length of `ESC [ digits and semicolons m` at the start of the text; 0 if there is none.
std::size_t ColorAtStart(std::string_view text) {
  if (!text.starts_with("\x1b[")) return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 2);
  return end != text.npos && text[end] == 'm' && end <= 20 ? end + 1 : 0;
}

struct Allowed {
  bool lines = false, colors = false;
};

std::string Filter(std::string_view text, Allowed allowed) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const Character next = FirstOf(text);
    std::size_t size = std::max<std::size_t>(next.size, 1);
    if (next.size == 0) {
      fmt::format_to(std::back_inserter(shown), "\\x{:02x}", static_cast<unsigned char>(text[0]));
    } else if (allowed.lines && (next.code == '\n' || next.code == '\t')) {
      shown += text[0];
    } else if (const std::size_t color = allowed.colors ? ColorAtStart(text) : 0; color != 0) {
      size = color;
      shown += text.substr(0, size);
    } else if (IsObeyed(next.code)) {
      shown += Visible(next.code);
    } else {
      shown += text.substr(0, size);
    }
    text.remove_prefix(size);
  }
  return shown;
}

}  // namespace

std::string Printable(std::string_view text) { return Filter(text, {}); }

std::string PrintableLines(std::string_view text, bool with_colors) {
  return Filter(text, {.lines = true, .colors = with_colors});
}

std::string_view ShortName(std::string_view name) {
  if (name.size() <= kLongestName) return name;
  // Do not cut inside a character of several bytes.
  std::size_t end = kLongestName;
  while (end > kLongestName - 4 && (static_cast<unsigned char>(name[end]) & 0xc0) == 0x80) --end;
  return name.substr(0, end);
}

}  // namespace lockstep
