#pragma once

// In: device code that calls the C and C++ library by its usual names (printf, malloc, operator new, abort, ...).
// Out: the same calls made to the runtime. It happens first, so that no optimiser takes a device printf for libc's.

#include "llvm/IR/Module.h"

namespace lockstep {

void UseRuntimeNames(llvm::Module& module);

}  // namespace lockstep
