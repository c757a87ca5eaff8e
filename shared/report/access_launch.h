#pragma once

#include <charconv>
#include <cstdint>
#include <string_view>

#include "shared/report/finding.h"

namespace lockstep::report {

// The launch in which a side of a finding happened: the finding's own, unless the side's note says "in launch N".
inline std::uint32_t LaunchOf(const Finding& finding, const FindingSide& side) {
  constexpr std::string_view kIn = "in launch ";
  const std::size_t at = side.note.find(kIn);
  if (at == std::string::npos) return finding.launch;
  std::uint32_t number = 0;
  const char* const digits = side.note.data() + at + kIn.size();
  const bool read = std::from_chars(digits, side.note.data() + side.note.size(), number).ec == std::errc();
  return read ? number : finding.launch;
}

}  // namespace lockstep::report
