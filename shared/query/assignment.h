#pragma once

// Text that is typed as if a recording were a running program.

#include <string_view>

namespace lockstep::query {

// True for `m = 3`, `m += 3` or `++m`, but not for a comparison or a query. Parse then fails with the
// sentence below.
bool IsAssignment(std::string_view text);
inline constexpr std::string_view kNotChanged = "a recording is not changed: change the program and record it again";

}  // namespace lockstep::query
