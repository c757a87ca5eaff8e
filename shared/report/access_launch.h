#pragma once

#include <charconv>
#include <cstdint>
#include <string_view>

#include "shared/report/finding.h"

namespace lockstep {

// The launch in which a side of a finding happened: the finding's own, unless the side's note says "in launch N".
inline std::uint32_t LaunchOf(const Finding& finding, const Access& access) {
  constexpr std::string_view kIn = "in launch ";
  const std::size_t at = access.note.find(kIn);
  if (at == std::string::npos) return finding.launch;
  std::uint32_t number = 0;
  const char* const digits = access.note.data() + at + kIn.size();
  const bool read = std::from_chars(digits, access.note.data() + access.note.size(), number).ec == std::errc();
  return read ? number : finding.launch;
}

}  // namespace lockstep
