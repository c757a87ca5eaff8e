#pragma once

// Launching a kernel: the device's and the kernel's limits, then the launch engine.

#include "sim/api/operation.h"

namespace lockstep {

// The error that CUDA gives for this launch, or cudaSuccess. `function_error` is what an unknown stub gives.
cudaError_t CheckLaunch(const SessionKernel* kernel, Dim3 grid, Dim3 block, std::uint64_t dynamic_shared,
                        bool cooperative);

// Runs the grid. A fault in it becomes the session's sticky error; the launch itself has succeeded.
cudaError_t Launch(const SessionKernel& kernel, Dim3 grid, Dim3 block, std::uint64_t dynamic_shared, bool cooperative,
                   void** arguments, const Origin& origin);

// Blocks of `threads` threads with `dynamic_shared` bytes that fit on one multiprocessor at a time.
int BlocksPerMultiprocessor(const LockstepKernel& kernel, std::uint64_t threads, std::uint64_t dynamic_shared);

}  // namespace lockstep
