#pragma once

#include <filesystem>

namespace lockstep {

// A program of the compiler's wheel, on the PATH, or in /usr/bin; empty if there is none.
std::filesystem::path FindTool(const char* name);

// The folder of the wheel lockstep-cuda-compiler, beside the one of lockstep-cuda (SITE/lockstep/app/...) that this
// file is of; empty if it is of none.
std::filesystem::path CompilerOfWheel(const std::filesystem::path& own_file);

}  // namespace lockstep
