#include "shared/query/words.h"

#include "shared/base/printable.h"

namespace lockstep::query {

Words::Words(std::string_view text) : text_(text), tokens_(replay::Tokenize(text)) {}

std::string_view Words::Peek(std::size_t ahead) const {
  if (at_ + ahead >= tokens_.size()) return {};
  const replay::Token& token = tokens_[at_ + ahead];
  return text_.substr(token.begin, token.end - token.begin);
}

replay::TokenKind Words::PeekKind() const { return AtEnd() ? replay::TokenKind::kPunctuation : tokens_[at_].kind; }

bool Words::Take(std::string_view word) {
  if (AtEnd() || Peek() != word) return false;
  ++at_;
  return true;
}

std::string_view Words::Next() {
  const std::string_view word = Peek();
  if (!AtEnd()) ++at_;
  return word;
}

std::unexpected<SyntaxError> Words::Wrong(std::string message, std::size_t place) const {
  const std::string before = Printable(text_.substr(0, place));
  return std::unexpected(SyntaxError(
      std::move(message) + "\n  " + Printable(text_) + "\n  " + std::string(before.size(), ' ') + "^", place));
}

std::unexpected<SyntaxError> Words::Unexpected(const std::string& expected) const {
  if (AtEnd()) return Wrong("the query ends too early: " + expected, text_.size());
  return Wrong("`" + Printable(Peek()) + "` is not expected there: " + expected, Place());
}

}  // namespace lockstep::query
