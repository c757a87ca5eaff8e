#pragma once

// In: device code that calls the C and C++ libraries by their usual names (printf, malloc, operator new, abort, ...).
// Out: the same calls to the runtime. It must run first, so that no optimisation mistakes a device printf for libc's.

#include "llvm/IR/Module.h"

namespace lockstep::pass {

void UseRuntimeNames(llvm::Module& module);

}  // namespace lockstep::pass
