#pragma once

// The tokens of a piece of C++.

#include <cstddef>
#include <string_view>
#include <vector>

namespace lockstep::replay {

// Real programs have no longer lines. A forged recording may have a megabyte in one line, which would be read again for
// every frame: readers of expressions and lines leave longer ones unread.
inline constexpr std::size_t kLongestLine = 4096;  // bytes

enum class TokenKind { kName, kNumber, kText, kPunctuation, kComment };

struct Token {
  TokenKind kind{};
  std::size_t begin = 0, end = 0;  // in the text
};

std::vector<Token> Tokenize(std::string_view text);

}  // namespace lockstep::replay
