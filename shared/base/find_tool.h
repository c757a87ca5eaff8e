#pragma once

#include <filesystem>

namespace lockstep {

// A program on the PATH, or in /usr/bin; empty if there is none.
std::filesystem::path FindTool(const char* name);

}  // namespace lockstep
