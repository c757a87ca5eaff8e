#pragma once

// The CUDA headers parsed once: half of the time that a small program takes to compile.

#include <functional>
#include <string>
#include <vector>

#include "sim/compile/toolchain.h"

namespace lockstep {

// The flags that make clang start from the CUDA headers: precompiled where `compile_flags` (the user's) leave the
// headers' meaning alone, else `-include cuda_runtime.h`. `half` holds every flag of the half but the file's own; the
// precompiled headers of equal flags are shared. `cancelled` is BuildRequest's. Whatever goes wrong with them, the
// plain flags are the answer.
std::vector<std::string> IncludeCudaHeaders(const Toolchain& toolchain, const std::vector<std::string>& half,
                                            const std::vector<std::string>& compile_flags,
                                            const std::function<bool()>& cancelled = {});

// After `command` failed: removes the precompiled headers that it started from if they are damaged, or in any case
// where `certain`. True where there were some and they are gone, so that it is worth another try without.
bool DropPrecompiledHeaders(const std::vector<std::string>& command, bool certain);

}  // namespace lockstep
