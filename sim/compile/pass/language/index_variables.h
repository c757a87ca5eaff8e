#pragma once

// In: threadIdx, blockIdx, blockDim and gridDim as the variables that the headers declare, of CUDA's own types.
// Out: calls of the index functions (thread_state.h). If a function copies such a variable as a whole or binds a
// reference to it, it gets a copy of its own.

#include "llvm/IR/Module.h"

namespace lockstep::pass {

void ReadIndexVariables(llvm::Module& module);

}  // namespace lockstep::pass
