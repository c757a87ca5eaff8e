#pragma once

// Generates random CUDA programs that check themselves.
//
// A kernel is a sequence of phases. A phase is a `__host__ __device__` function of one thread's state, its indices, and
// the contents of the block's shared array after the previous phase; two phases are separated by a barrier or a warp
// operation. The host can therefore run the same phases as plain loops over threads, and the program compares both bit
// for bit: the host's compiler is independent of Lockstep's plugin, fibers and barriers.

#include <cstdint>
#include <string>

namespace lockstep::fuzz {

// A program of `kernels` kernels that prints `ok` or every difference. Equal seeds give equal programs.
std::string WriteProgram(std::uint64_t seed, int kernels);

}  // namespace lockstep::fuzz
