#pragma once

// A source that Lockstep itself has made, as a file for the compiler. It lies in the build cache, at the same place for
// the same name and text, so that what was built of it is found again. It ages with the cache's other entries
// (sim/compile/cache_limit.h): build it within the hour.

#include <filesystem>
#include <string>

#include "shared/base/error.h"

namespace lockstep::jobs {

// The file's path, which ends with `name`.
Expected<std::filesystem::path> KeepSource(const std::string& name, const std::string& text);

}  // namespace lockstep::jobs
