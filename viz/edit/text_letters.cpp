#include "viz/edit/text_letters.h"

#include <algorithm>
#include <cctype>

namespace lockstep::viz {
namespace {

constexpr std::size_t kTab = 4;  // columns

bool Continues(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

// The length that a first byte announces.
std::size_t AnnouncedLength(char first) {
  const auto byte = static_cast<unsigned char>(first);
  if (byte >= 0xf0 && byte < 0xf8) return 4;
  if (byte >= 0xe0 && byte < 0xf0) return 3;
  return byte >= 0xc2 && byte < 0xe0 ? 2 : 1;
}

// The length of the letter that begins at this byte: what its first byte announces, if all of that is there.
std::size_t LengthAt(std::string_view line, std::size_t byte) {
  const std::size_t length = AnnouncedLength(line[byte]);
  if (byte + length > line.size()) return 1;
  for (std::size_t i = 1; i < length; ++i)
    if (!Continues(line[byte + i])) return 1;
  return length;
}

std::size_t ColumnAfter(std::size_t column, char letter) {
  return letter == '\t' ? column + kTab - column % kTab : column + 1;
}

}  // namespace

std::size_t NextLetter(std::string_view line, std::size_t byte) {
  return byte < line.size() ? byte + LengthAt(line, byte) : line.size();
}

std::size_t PreviousLetter(std::string_view line, std::size_t byte) {
  byte = std::min(byte, line.size());
  for (std::size_t length = 4; length > 1; --length)
    if (byte >= length && LengthAt(line, byte - length) == length) return byte - length;
  return byte > 0 ? byte - 1 : 0;
}

bool IsWithinLetter(std::string_view line, std::size_t byte) {
  if (byte >= line.size() || !Continues(line[byte])) return false;
  for (std::size_t back = 1; back <= 3 && back <= byte; ++back)
    if (LengthAt(line, byte - back) > back) return true;
  return false;
}

std::size_t ColumnOf(std::string_view line, std::size_t byte) {
  std::size_t column = 0;
  for (std::size_t at = 0; at < byte && at < line.size(); at = NextLetter(line, at))
    column = ColumnAfter(column, line[at]);
  return column;
}

std::size_t ByteAt(std::string_view line, double column) {
  std::size_t here = 0;
  for (std::size_t at = 0; at < line.size(); at = NextLetter(line, at)) {
    const std::size_t next = ColumnAfter(here, line[at]);
    if (column < static_cast<double>(here + next) / 2) return at;
    here = next;
  }
  return line.size();
}

std::string Untabbed(std::string_view line) {
  std::string out;
  std::size_t column = 0;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t next = NextLetter(line, at), after = ColumnAfter(column, line[at]);
    if (line[at] == '\t')
      out.append(after - column, ' ');
    else
      out.append(line, at, next - at);
    at = next;
    column = after;
  }
  return out;
}

LetterKind KindOf(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  if (letter == ' ' || letter == '\t' || letter == '\r') return LetterKind::kBlank;
  return byte >= 0x80 || std::isalnum(byte) || letter == '_' ? LetterKind::kWord : LetterKind::kPunctuation;
}

std::size_t IndentOf(std::string_view line) { return std::min(line.find_first_not_of(" \t"), line.size()); }

}  // namespace lockstep::viz
