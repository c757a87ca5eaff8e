#pragma once

#include <string_view>

namespace lockstep {

// Without spaces, tabs and ends of lines before and after it.
constexpr std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) + 1 - begin);
}

}  // namespace lockstep
