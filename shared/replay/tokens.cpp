#include "shared/replay/tokens.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "shared/base/name_letter.h"

namespace lockstep::replay {
namespace {

bool IsNameStart(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool IsDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

std::size_t EndOfNumber(std::string_view text, std::size_t at) {
  const auto exponent_sign = [&](std::size_t i) {
    const char before = text[i - 1];
    return (text[i] == '+' || text[i] == '-') && (before == 'e' || before == 'E') &&
           !text.substr(at).starts_with("0x") && !text.substr(at).starts_with("0X");
  };
  std::size_t end = at + 1;
  while (end < text.size() && (IsLetterOfName(text[end]) || text[end] == '.' || exponent_sign(end) ||
                               (text[end] == '\'' && end + 1 < text.size() && IsLetterOfName(text[end + 1])))) {
    ++end;
  }
  return end;
}

std::size_t EndOfQuoted(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != text[at]) end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

std::size_t EndOfPunctuation(std::string_view text, std::size_t at) {
  static constexpr std::array<std::string_view, 23> kLong = {
      "<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=",
      "*=",  "/=",  "%=", "&=", "|=", "^=", "++", "--", "->", "::", "..."};
  for (const std::string_view punctuation : kLong) {
    if (text.substr(at).starts_with(punctuation)) return at + punctuation.size();
  }
  return at + 1;
}

}  // namespace

std::vector<Token> Tokenize(std::string_view text) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (std::isspace(static_cast<unsigned char>(c))) {
      ++at;
      continue;
    }
    Token token{.begin = at};
    if (text.substr(at).starts_with("//")) {
      token = {TokenKind::kComment, at, text.size()};
    } else if (text.substr(at).starts_with("/*")) {
      const std::size_t close = text.find("*/", at + 2);
      token = {TokenKind::kComment, at, close == std::string_view::npos ? text.size() : close + 2};
    } else if (IsNameStart(c)) {
      token.kind = TokenKind::kName;
      token.end = at + 1;
      while (token.end < text.size() && IsLetterOfName(text[token.end])) ++token.end;
    } else if (IsDigit(c) || (c == '.' && at + 1 < text.size() && IsDigit(text[at + 1]))) {
      token = {TokenKind::kNumber, at, EndOfNumber(text, at)};
    } else if (c == '"') {
      token = {TokenKind::kText, at, EndOfQuoted(text, at)};
    } else if (c == '\'') {
      const std::size_t end = EndOfQuoted(text, at);
      token = {end == at + 3 ? TokenKind::kNumber : TokenKind::kText, at, end};
    } else {
      token = {TokenKind::kPunctuation, at, EndOfPunctuation(text, at)};
    }
    at = token.end;
    tokens.push_back(token);
  }
  return tokens;
}

}  // namespace lockstep::replay
