#pragma once

#include <string>

namespace lockstep::report {

// `path` for display: relative to `base` if it is in or below that folder, else unchanged.
std::string SourceName(const std::string& path, const std::string& base);

}  // namespace lockstep::report
