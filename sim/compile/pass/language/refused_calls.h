#pragma once

// In: calls of C++ runtime functions that clang's front end accepts and a GPU does not have.
// Out: an error at the line of each.

#include "llvm/IR/Module.h"

namespace lockstep::pass {

void RefuseCalls(llvm::Module& module);

}  // namespace lockstep::pass
