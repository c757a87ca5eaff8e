#pragma once

// Compiles the library kernels that the plugin has set apart (pass/kernel_parts.h), each as an object, and keeps the
// objects in the build cache: after an edit of a program with Thrust or CUB, only its own code is compiled.

#include <functional>
#include <string>
#include <vector>

#include "sim/compile/command_lines.h"
#include "sim/compile/known_kernels.h"

namespace lockstep::compile {

// The objects for 0.bc, 1.bc, ... of the folder `unit.parts`, in this order, in the same folder, and those that clang
// has left out because `known` has their names. `known`, which may be null, gets the names of the others. `start`
// starts a command. Fails also where there are messages: the half as a whole then has them, with their places.
std::expected<std::vector<std::string>, BuildFailure> CompileKernelParts(
    const Toolchain& toolchain, const BuildRequest& request, const Unit& unit, KnownKernels* known,
    const std::function<Expected<Process>(std::vector<std::string>)>& start);

}  // namespace lockstep::compile
