#pragma once

// The words of a query as a parser takes them, with the place of each for messages.

#include <string>
#include <string_view>
#include <vector>

#include "shared/query/syntax_error.h"
#include "shared/replay/tokens.h"

namespace lockstep::query {

class Words {
 public:
  explicit Words(std::string_view text);

  bool AtEnd() const { return at_ >= tokens_.size(); }
  std::string_view Peek(std::size_t ahead = 0) const;
  replay::TokenKind PeekKind() const;
  bool Take(std::string_view word);
  std::string_view Next();  // takes a word, whatever it is; empty at the end

  // Offsets in the text: of the next word, and the end of the one taken last.
  std::size_t Place() const { return AtEnd() ? text_.size() : tokens_[at_].begin; }
  std::size_t LastEnd() const { return at_ == 0 ? 0 : tokens_[at_ - 1].end; }
  std::string_view Between(std::size_t begin, std::size_t end) const { return text_.substr(begin, end - begin); }

  // "MESSAGE", the query, and a caret under `place`.
  std::unexpected<SyntaxError> Wrong(std::string message, std::size_t place) const;
  // "`WORD` is not expected there: EXPECTED".
  std::unexpected<SyntaxError> Unexpected(const std::string& expected) const;

 private:
  std::string_view text_;
  std::vector<replay::Token> tokens_;
  std::size_t at_ = 0;
};

}  // namespace lockstep::query
