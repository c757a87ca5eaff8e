#pragma once

#include <string>
#include <string_view>

namespace lockstep {

// A name or a piece of code as messages show it: in backticks.
inline std::string Quoted(std::string_view code) {
  std::string quoted = "`";
  return quoted.append(code).append("`");
}

}  // namespace lockstep
