#pragma once

// Writes random CUDA programs that check themselves.
//
// A kernel is a row of phases. A phase is a `__host__ __device__` function of one thread's state, its indices, and the
// block's shared array as the phase before left it; between two phases stands a barrier, or a warp operation. So the
// host can run the same phases as plain loops over threads, and the program compares both bit for bit: the host's
// compiler knows nothing of our plugin, fibers or barriers.

#include <cstdint>
#include <string>

namespace lockstep::fuzz {

// A program of `kernels` kernels that prints `ok`, or each difference that it found. Equal seeds give equal programs.
std::string WriteProgram(std::uint64_t seed, int kernels);

}  // namespace lockstep::fuzz
