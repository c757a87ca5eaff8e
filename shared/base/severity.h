#pragma once

#include <cstdint>

namespace lockstep {

// The severity of a finding. Advice is never a defect.
enum class Severity : std::uint8_t { kError, kWarning, kAdvice };

}  // namespace lockstep
