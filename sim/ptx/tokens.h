#pragma once

// PTX's text as tokens. Comments and blanks are dropped; every token knows its place in the text.

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::ptx {

// The fault in the text, and its offset.
struct Complaint {
  std::string text;
  std::size_t offset = 0;
};
template <class Value>
using Maybe = std::expected<Value, Complaint>;

struct Token {
  // kWord: an opcode with its modifiers, a directive, a register, a label; `::` may be inside.
  // kMark: one character. The last token is kEnd.
  enum class Kind { kWord, kNumber, kMark, kEnd };
  Kind kind = Kind::kEnd;
  std::string_view text;  // part of the text that was split
  std::size_t offset = 0;
};

Maybe<std::vector<Token>> Split(std::string_view text);

}  // namespace lockstep::ptx
