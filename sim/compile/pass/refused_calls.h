#pragma once

// In: calls to parts of the C++ runtime library that clang's front end lets through and a GPU does not have.
// Out: an error at the line of each.

#include "llvm/IR/Module.h"

namespace lockstep {

void RefuseCalls(llvm::Module& module);

}  // namespace lockstep
