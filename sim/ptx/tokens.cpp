#include "sim/ptx/tokens.h"

namespace lockstep::ptx {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; }
bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }

class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text) {}

  Maybe<std::vector<Token>> Run() {
    std::vector<Token> tokens;
    for (;;) {
      if (!SkipBlanks()) return std::unexpected(Complaint{"a comment that does not end", at_});
      start_ = at_;
      const Token::Kind kind = Next();
      tokens.push_back({kind, text_.substr(start_, at_ - start_), start_});
      if (kind == Token::Kind::kEnd) return tokens;
      if (kind == Token::Kind::kMark && !IsMark(text_[start_]))
        return std::unexpected(Complaint{"a character that PTX does not have", start_});
    }
  }

 private:
  char At(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }
  static bool IsMark(char c) { return std::string_view("{}[](),;:@!|+-=<>\"*/?~^&").find(c) != std::string_view::npos; }

  // False if a comment does not end.
  bool SkipBlanks() {
    for (;;) {
      while (IsBlank(At(at_))) ++at_;
      if (At(at_) != '/') return true;
      if (At(at_ + 1) == '/') {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else if (At(at_ + 1) == '*') {
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos) return false;
        at_ = end + 2;
      } else {
        return true;
      }
    }
  }

  Token::Kind Next() {
    if (at_ >= text_.size()) return Token::Kind::kEnd;
    const char c = text_[at_];
    if (IsDigit(c) || (c == '.' && IsDigit(At(at_ + 1)))) return Number();
    // In an asm statement without operands, `%%` is as it was written.
    if (c == '%' && At(at_ + 1) == '%') ++start_, ++at_;
    if (IsLetter(c) || ((c == '%' || c == '.') && (IsLetter(At(at_ + 1)) || IsDigit(At(at_ + 1))))) return Word();
    ++at_;
    return Token::Kind::kMark;
  }

  Token::Kind Word() {
    for (++at_; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (IsLetter(c) || IsDigit(c) || c == '.') continue;
      if (c != ':' || At(at_ + 1) != ':') break;
      ++at_;
    }
    return Token::Kind::kWord;
  }

  Token::Kind Number() {
    const bool has_exponent = At(at_ + 1) != 'x' && At(at_ + 1) != 'X' && At(at_ + 1) != 'f' && At(at_ + 1) != 'F' &&
                              At(at_ + 1) != 'd' && At(at_ + 1) != 'D';
    for (++at_; at_ < text_.size(); ++at_) {
      const char c = text_[at_], before = text_[at_ - 1];
      const bool sign = (c == '+' || c == '-') && has_exponent && (before == 'e' || before == 'E');
      if (!sign && !IsLetter(c) && !IsDigit(c) && c != '.') break;
    }
    return Token::Kind::kNumber;
  }

  std::string_view text_;
  std::size_t start_ = 0, at_ = 0;  // of the current token, and the next character
};

}  // namespace

Maybe<std::vector<Token>> Split(std::string_view text) { return Splitter(text).Run(); }

}  // namespace lockstep::ptx
