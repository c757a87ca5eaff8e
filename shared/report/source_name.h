#pragma once

#include <string>

namespace lockstep {

// `path` as people see it: relative to `base` where it lies in or below that folder, else as it is.
std::string SourceName(const std::string& path, const std::string& base);

}  // namespace lockstep
