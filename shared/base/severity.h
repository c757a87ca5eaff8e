#pragma once

#include <cstdint>

namespace lockstep {

// How bad a finding is. Advice is never a defect.
enum class Severity : std::uint8_t { kError, kWarning, kAdvice };

}  // namespace lockstep
