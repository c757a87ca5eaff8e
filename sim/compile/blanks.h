#pragma once

// White space in the text of programs and of compilers' messages.

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace lockstep::compile {

inline constexpr std::string_view kBlanks = " \t\r\n\f\v";

// The offset of the first character from `at` on that is none; the end if there is none.
constexpr std::size_t SkipBlanks(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(kBlanks, at), text.size());
}

}  // namespace lockstep::compile
