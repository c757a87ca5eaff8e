#pragma once

// The names of the environment variables (variables.def).

#include <string>
#include <string_view>

namespace lockstep::session {

#define LOCKSTEP_VARIABLE(constant, name, setter, reader, page, meaning) inline constexpr char constant[] = name;
#include "shared/session/variables.def"
#undef LOCKSTEP_VARIABLE

// "NAME=value"
inline std::string Assign(const char* name, std::string_view value) {
  return std::string(name).append("=").append(value);
}

}  // namespace lockstep::session
