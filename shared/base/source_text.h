#pragma once

#include <string>

namespace lockstep {

// The text of a source file, for people to look at; empty where there is none to show: what cannot be read, is no
// regular file, is larger than a source can be (4 MiB) or holds NUL bytes. Names of sources come from `#line`
// directives and other tools, so this may be asked for anything.
std::string SourceTextOf(const std::string& path);

}  // namespace lockstep
