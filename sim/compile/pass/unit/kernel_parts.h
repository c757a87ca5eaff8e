#pragma once

// In: a device half as clang generated it, with kernels of Thrust and CUB. Out: each such kernel, with all that it
// reaches, is a module of its own in a folder (0.bc, 1.bc, ...), and the half lacks it. Library kernels change seldom,
// so the driver keeps what these modules are compiled to (sim/compile/kernel_parts.h).
//
// Beside it, 0.name has its name if it depends on nothing but precompiled headers, and `left` has the names of kernels
// whose objects are known by that name, so that clang has not made them (header_kernels.h).
//
// A part is compiled as a unit of its own, with one kernel and tables of its own. It depends on nothing
// but the kernel's code: an edit elsewhere in the program leaves it the same, bit for bit.

#include <string>

#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace lockstep::pass {

// An error about the folder is a diagnostic. Kernels that share variables with the rest of the half stay in it.
void SetKernelsApart(llvm::Module& module, llvm::ModuleAnalysisManager& analyses, const std::string& folder);

}  // namespace lockstep::pass
