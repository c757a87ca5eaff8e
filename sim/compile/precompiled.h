#pragma once

// The CUDA headers, parsed once: this saves half of the time that a small program takes to compile.

#include <functional>
#include <string>
#include <vector>

#include "sim/compile/toolchain.h"

namespace lockstep::compile {

// The flags that make clang start from the CUDA headers: precompiled if the user's `compile_flags` do not change the
// headers' meaning, else `-include cuda_runtime.h`. `half` holds every flag of the half except the file's own; halves
// with equal flags share the precompiled headers. `cancelled` is that of BuildRequest. After any failure, the result is
// the plain flags.
std::vector<std::string> IncludeCudaHeaders(const Toolchain& toolchain, const std::vector<std::string>& half,
                                            const std::vector<std::string>& compile_flags,
                                            const std::function<bool()>& cancelled = {});

// Called after `command` failed: removes the precompiled headers that it used if they are damaged, or in any case if
// `certain`. True if headers were removed, so that another attempt without them makes sense.
bool DropPrecompiledHeaders(const std::vector<std::string>& command, bool certain);

}  // namespace lockstep::compile
