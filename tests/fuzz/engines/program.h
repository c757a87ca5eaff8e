#pragma once

// A program of random kernels that runs each in blocks of many shapes and prints a line for each: the kernel, the
// shape, and a sum of all that it wrote. With arguments KERNEL SHAPE it prints the written words instead.

#include <cstdint>
#include <string>

namespace lockstep::fuzz {

inline constexpr int kShapes = 10;

// Equal seeds give equal programs; `only` >= 0 leaves out all kernels but that one.
std::string WriteEngineProgram(std::uint64_t seed, int kernels, int only = -1);

}  // namespace lockstep::fuzz
