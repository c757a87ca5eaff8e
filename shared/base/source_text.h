#pragma once

#include <string>

namespace lockstep {

// The text of a source file for display; empty if there is none to show: the file is unreadable, not a regular file,
// larger than a source can be (4 MiB), or contains NUL bytes. The paths come from `#line` directives and other tools,
// so any path must be safe.
std::string SourceTextOf(const std::string& path);

}  // namespace lockstep
